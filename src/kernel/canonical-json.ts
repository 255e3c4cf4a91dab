/**
 * Returns JSON with sorted keys (RFC 8785): identical for equal values, whatever the order of their fields.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const sorted = Object.keys(fields).sort();
  return `{${sorted.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join(',')}}`;
}
