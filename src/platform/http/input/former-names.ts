/** Gives a parsed body's fields that older clients call otherwise the names they have now. What has the new name stays. */
export function renameFormer(body: unknown, names: Readonly<Record<string, string>>): void {
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>;
  for (const [former, name] of Object.entries(names))
    if (fields[name] === undefined && fields[former] !== undefined) fields[name] = fields[former];
}
