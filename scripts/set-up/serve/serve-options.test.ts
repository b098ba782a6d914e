import { expect, test } from 'vitest';
import { serveOptions } from './serve-options.mjs';

test('a port is only fixed if it was requested, and --port takes precedence over PORT', () => {
  expect(serveOptions([], {})).toEqual({ open: true });
  expect(serveOptions(['--no-open'], { PORT: '4000' })).toEqual({ open: false, port: 4000 });
  expect(serveOptions(['--port', '5000'], { PORT: '4000' })).toEqual({ open: true, port: 5000 });
});

test.each(['0', '70000', '80a', '-1', '1e3'])('the port %s is rejected', (port) => {
  expect(serveOptions([`--port=${port}`], {}).problem).toContain(`"${port}"`);
});

test('an unknown option is rejected with a list of the known ones', () => {
  expect(serveOptions(['--prot', '1'], {}).problem).toContain('--port N');
});
