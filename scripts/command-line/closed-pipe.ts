/** `highwater … | head` closes the pipe once it has seen enough. That is the end of our work and no error. */
export function endWithPipe(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
