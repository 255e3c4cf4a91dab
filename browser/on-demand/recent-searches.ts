const most = 5;
const keyStart = 'searches:';

/** Searches of members are kept in their browser until they sign out. */
function keyOf(): string | undefined {
  const { account } = JSON.parse(document.body.dataset.live ?? '{}') as { account?: string };
  return account === undefined ? undefined : keyStart + account;
}

/** The viewer's last searches, newest first. */
export function recentSearches(): string[] {
  const key = keyOf();
  return key === undefined ? [] : (JSON.parse(localStorage.getItem(key) ?? '[]') as string[]);
}

export function rememberSearch(typed: string): void {
  const key = keyOf();
  if (key === undefined || typed === '') return;
  try {
    const others = recentSearches().filter((each) => each !== typed);
    localStorage.setItem(key, JSON.stringify([typed, ...others].slice(0, most)));
  } catch {
    // Storage is full or forbidden.
  }
}

export function forgetSearches(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(keyStart)) localStorage.removeItem(key);
}
