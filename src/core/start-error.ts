/** A start that can not go on. Its message is one clear line for the operator; no stack is printed. */
export class StartError extends Error {
  override name = 'StartError';
}
