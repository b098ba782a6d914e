/** `highwater … | head` closes the pipe once it has enough. That ends the command without an error. */
export function endWithPipe(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
