/**
 * The host that a Referer header names, in lower case and without `www.`; '' for none, or for what is no address.
 * Apps count too: `android-app://com.example/` names one.
 */
export function referrerHost(referrer: string | undefined): string {
  if (!referrer) return '';
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(?:www\.)?([a-z0-9_.-]{1,253})(?=[:/?#]|$)/i.exec(
    referrer,
  )?.[1];
  return host?.toLowerCase() ?? '';
}
