/** Browsers name `text/html` with the highest weight (RFC 9110 section 12.5.1); who does not is a program. */
export function prefersHtml(accept: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const number = weight === undefined ? 1 : Number(weight.slice(2));
    weights.set(type, number >= 0 && number <= 1 ? number : 0);
  }
  const html = weights.get('text/html') ?? 0;
  const json = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  return html > json;
}
