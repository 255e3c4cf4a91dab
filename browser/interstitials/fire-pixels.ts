/** A tracking pixel of the link's owner. */
export interface Pixel {
  type: string;
  tag: string;
}

type Call = (...given: unknown[]) => void;
type Stub = Call & Record<string, unknown>;
const page = window as unknown as Record<string, unknown>;

/** Fires each pixel with its provider's snippet. Resolves when all scripts have loaded or failed. */
export async function firePixels(pixels: readonly Pixel[]): Promise<void> {
  await Promise.all(pixels.map(async ({ type, tag }) => snippets[type]?.(tag)));
}

/** The providers' snippets without minification. */
const snippets: Readonly<Record<string, (tag: string) => Promise<void>>> = {
  gtmpixel: (tag) => {
    if (!tag.startsWith('GTM-')) return googleTag(tag);
    dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    return load(`https://www.googletagmanager.com/gtm.js?id=${tag}`);
  },
  gapixel: (tag) => googleTag(tag),
  adwordspixel: (tag) => {
    const [id = '', label] = tag.split('/');
    const account = id.startsWith('AW-') ? id : `AW-${id}`;
    const loaded = googleTag(account);
    if (label) gtag('event', 'conversion', { send_to: `${account}/${label}` });
    return loaded;
  },
  fbpixel: (tag) => {
    const fbq = stub('fbq', { taking: 'callMethod', version: '2.0', loaded: true });
    page._fbq ??= fbq;
    fbq.push = fbq;
    fbq('init', tag);
    fbq('track', 'PageView');
    return load('https://connect.facebook.net/en_US/fbevents.js');
  },
  linkedinpixel: (tag) => {
    page._linkedin_partner_id = tag;
    list('_linkedin_data_partner_ids').push(tag);
    const lintrk = stub('lintrk', { queue: 'q' });
    lintrk('track');
    return load('https://snap.licdn.com/li.lms-analytics/insight.min.js');
  },
  twitterpixel: (tag) => {
    stub('twq', { taking: 'exe', version: '1.1' })('config', tag);
    return load('https://static.ads-twitter.com/uwt.js');
  },
  adrollpixel: (tag) => {
    const [advertiser = '', pixel] = tag.split(/[-_]/);
    page.adroll_adv_id = advertiser;
    if (pixel) page.adroll_pix_id = pixel;
    page.adroll_version = '2.0';
    page.__adroll_loaded = true;
    const calls: unknown[] = [];
    page.adroll ??= {
      track: (...given: unknown[]) => void calls.push(['track', ...given]),
      setProperties: (...given: unknown[]) => void calls.push(['setProperties', ...given]),
      identify: (...given: unknown[]) => void calls.push(['identify', ...given]),
    };
    (page.adroll as { track: Call }).track('pageView');
    return load(`https://s.adroll.com/j/${advertiser}/roundtrip.js`);
  },
  quorapixel: (tag) => {
    const qp = stub('qp', { taking: 'qp' });
    qp('init', tag);
    qp('track', 'ViewContent');
    return load('https://a.quora.com/qevents.js');
  },
  pinterest: (tag) => {
    const pintrk = stub('pintrk', { version: '3.0' });
    pintrk('load', tag);
    pintrk('page');
    return load('https://s.pinimg.com/ct/core.js');
  },
  bing: async (tag) => {
    const queue = list('uetq');
    await load('https://bat.bing.com/bat.js');
    const Uet = page.UET as (new (options: object) => { push(event: string): void }) | undefined;
    if (!Uet) return;
    const uet = new Uet({ ti: tag, enableAutoSpaTracking: true, q: queue });
    page.uetq = uet;
    uet.push('pageLoad');
  },
  snapchat: (tag) => {
    const snaptr = stub('snaptr', { taking: 'handleRequest' });
    snaptr('init', tag, {});
    snaptr('track', 'PAGE_VIEW');
    return load('https://sc-static.net/scevent.min.js');
  },
  reddit: (tag) => {
    const rdt = stub('rdt', { queue: 'callQueue', taking: 'sendEvent' });
    rdt('init', tag);
    rdt('track', 'PageVisit');
    return load('https://www.redditstatic.com/ads/pixel.js');
  },
  tiktok: (tag) => {
    page.TiktokAnalyticsObject = 'ttq';
    const ttq = list('ttq') as unknown[] & Record<string, unknown>;
    const events = 'https://analytics.tiktok.com/i18n/pixel/events.js';
    ttq._i = { ...(ttq._i as object | undefined), [tag]: Object.assign([], { _u: events }) };
    ttq._t = { ...(ttq._t as object | undefined), [tag]: Date.now() };
    ttq._o = { ...(ttq._o as object | undefined), [tag]: {} };
    ttq.push(['page']);
    return load(`${events}?sdkid=${tag}&lib=ttq`);
  },
};

const dataLayer = () => list('dataLayer');

// Google accepts only the arguments object, not an array with the same content.
const gtag = function (): void {
  // eslint-disable-next-line prefer-rest-params -- gtag distinguishes arguments from arrays
  dataLayer().push(arguments);
} as Call;

function googleTag(tag: string): Promise<void> {
  gtag('js', new Date());
  gtag('config', tag);
  return load(`https://www.googletagmanager.com/gtag/js?id=${tag}`);
}

/** Returns a global array under a name that a provider's script looks up, creating it if needed. */
function list(name: string): unknown[] {
  return (page[name] ??= []) as unknown[];
}

/**
 * Creates a stub in place of a provider's function until its script has loaded: `queue` names the
 * property with the calls so far, which the script processes, and `taking` the property that the script sets
 * to handle further calls.
 */
function stub(
  name: string,
  {
    queue = 'queue',
    taking,
    ...stubMembers
  }: { queue?: string; taking?: string; [member: string]: unknown } = {},
): Stub {
  if (typeof page[name] === 'function') return page[name] as Stub;
  const calls: unknown[] = [];
  const standIn = ((...given: unknown[]): void => {
    const taken = taking === undefined ? undefined : standIn[taking];
    if (typeof taken === 'function') (taken as Call).apply(standIn, given);
    else calls.push(given);
  }) as Stub;
  page[name] = Object.assign(standIn, stubMembers, { [queue]: calls });
  return standIn;
}

const asked = new Map<string, Promise<void>>();

/**
 * Loads a script once. Resolves even if the script is blocked or unavailable, so that visitors are not held
 * up.
 */
function load(address: string): Promise<void> {
  const underWay = asked.get(address);
  if (underWay) return underWay;
  const loading = new Promise<void>((resolve) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => resolve());
    document.head.append(script);
  });
  asked.set(address, loading);
  return loading;
}
