/** Data for a model: without fields that are null or empty, but for empty lists of items, and without the preview of a text that is there. */
export function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, given]) => {
    if (/_preview$/.test(name) && name.slice(0, -'_preview'.length) in value) return [];
    const field = lean(given);
    return isEmpty(field) && name !== 'items' ? [] : [[name, field] as const];
  });
  return Object.fromEntries(kept);
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
