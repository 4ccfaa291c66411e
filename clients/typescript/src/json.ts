/** Parses JSON; returns undefined if the text is not JSON, such as the page of a proxy. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
