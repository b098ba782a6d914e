import { firefoxProgram } from '../../scripts/set-up/browser/other-engines.mjs';
import { startFirefox } from './driver/marionette';
import { journeysIn } from './journeys';

const program = firefoxProgram();

journeysIn({ name: 'Firefox', start: program === undefined ? undefined : (folder) => startFirefox(program, folder) });
