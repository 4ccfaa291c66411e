/** An error that prevents the start. Its message is one line for the operator; no stack trace is printed. */
export class StartError extends Error {
  override name = 'StartError';
}
