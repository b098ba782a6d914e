import { largeSessionLines } from '../samples/large-session';

const [bytes = ''] = process.argv.slice(2);
process.stdout.write([...largeSessionLines(Number(bytes), 1)].join('\n'));
