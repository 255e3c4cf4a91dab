/** Returns the accepted languages, best first. Equal ones stay in order. */
export function parseLanguages(header: string | undefined): string[] {
  const found = new Map<string, number>();
  for (const choice of (header ?? '').slice(0, 200).split(',')) {
    const [, code, weight = '1'] =
      /^([a-z]{2,3})(?:-[a-z0-9-]*)?(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i.exec(choice.trim()) ?? [];
    if (code === undefined || Number(weight) === 0) continue;
    const language = code.toLowerCase();
    found.set(language, Math.max(found.get(language) ?? 0, Number(weight)));
  }
  return [...found].toSorted(([, one], [, other]) => other - one).map(([language]) => language);
}
