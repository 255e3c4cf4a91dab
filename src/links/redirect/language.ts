/** The language that a visitor likes best, as the two or three letters of its code (`en`, `de`, `yue`); '' when none is said. */
export function readLanguage(header: string | undefined): string {
  let best = '';
  let most = 0;
  for (const choice of (header ?? '').slice(0, 200).split(',')) {
    const [, code, weight = '1'] =
      /^\s*([a-z]{2,3})(?:-[a-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/i.exec(choice) ?? [];
    if (code === undefined || Number(weight) <= most) continue;
    most = Number(weight);
    best = code.toLowerCase();
  }
  return best;
}
