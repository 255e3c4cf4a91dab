/**
 * First path segments that cannot be aliases: existing and planned pages and APIs, and common paths of
 * websites. A released word is hard to reclaim.
 */
const words = new Set(
  `
  about account accounts activate admin agents api api-docs apis app appeal apps assets auth authorize
  billing bio browser bulk campaign campaigns channel channels clicks confirm contact cta
  dashboard developers docs domain domains embed explore favicon feed files forgot forgot-password
  health healthz help hop images integrations invite keys legal links login logout metrics notifications
  oauth oauth2 openapi operator overlay overlays pages password pixel pixels plans plaza pricing privacy profile
  q qr qrs r rate readyz recover redirect register report reports reset reset-password robots root rotator rss
  search security session sessions settings sign-in sign-out sign-up signin signout signup sitemap splash sse static
  statistics stats status style styles support system tags teams terms theme token tokens toolkit
  u unlock unsubscribe uploads url urls user users verify webhook webhooks welcome well-known workspace workspaces www
  `
    .trim()
    .split(/\s+/),
);

/** Whether a first path segment is reserved, ignoring case. */
export const isReserved = (segment: string): boolean =>
  words.has(segment) || words.has(segment.toLowerCase());
