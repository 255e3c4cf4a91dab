/**
 * Returns the host of a Referer header in lower case without `www.`, or '' if it is missing or invalid. Apps
 * count too: `android-app://com.example/` names one.
 */
export function referrerHost(referrer: string | undefined): string {
  if (!referrer) return '';
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(?:www\.)?([a-z0-9_.-]{1,253})(?=[:/?#]|$)/i.exec(
    referrer,
  )?.[1];
  return host?.toLowerCase() ?? '';
}
