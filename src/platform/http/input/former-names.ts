/**
 * Renames former field names of older clients to current ones in a parsed body. A field with the current name
 * takes precedence.
 */
export function renameFormer(body: unknown, names: Readonly<Record<string, string>>): void {
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>;
  for (const [former, name] of Object.entries(names))
    if (fields[name] === undefined && fields[former] !== undefined) fields[name] = fields[former];
}
