import { Type } from 'typebox';
import { count, text } from './setting.ts';

/** Hop: its API, links, clicks, imports, pixels and webhooks. */
export const hopSettings = {
  HOP_RATE_LIMIT: count(
    'Requests per minute to Hop’s API per account, unless its plan sets another limit',
    30,
  ),
  HOP_LIST_ERROR: Type.Enum(['string', 'integer'], {
    description: 'Type of `error` in Hop’s list responses: "0" as documented, or 0 for old browser clients',
    default: 'string',
  }),
  HOP_APP_SCHEMES: text(
    'URL schemes allowed for links besides http and https (comma-separated); javascript, data, file and similar are never allowed',
    'mailto,tel,sms,geo,facetime,itms-apps,itms-appss,market,maps,comgooglemaps,whatsapp,tg,sgnl,viber,line,weixin,fb,fb-messenger,' +
      'instagram,twitter,linkedin,pinterest,reddit,snapchat,snssdk1233,youtube,vnd.youtube,spotify,music,discord,slack,' +
      'msteams,zoommtg,zoomus,skype,steam,webcal',
  ),
  HOP_DOMAIN_TARGETS: text(
    'Hosts and addresses that custom domains may point to (comma-separated); empty: the host of HOP_URL',
  ),
  HOP_IMPORT_MIB: count('Maximum size of an import file, in MiB', 20),
  HOP_IMPORT_ROWS: count('Maximum rows of an import file', 200_000),
  HOP_CLICK_DAYS: count(
    'Days for which individual clicks are stored, in addition to counts; deleted by whole months; 0: forever',
    396,
    0,
  ),
  HOP_FILTER_CLICKS: count('Newest clicks that filtered statistics scan', 50_000),
  HOP_STATISTICS_DAYS: count(
    'Days for which click counts by time are stored; deleted by whole months; 0: forever',
    0,
    0,
  ),
  QR_LIMIT: count('QR code images per network address in a minute', 120),
  PIXEL_CONSENT: Type.Enum(['ask', 'notice', 'legitimate'], {
    description:
      'Consent to tracking pixels when a link’s owner chose nothing: ask visitors first, inform them with an opt-out, or neither',
    default: 'ask',
  }),
  OVERLAY_RESPONSE_LIMIT: count('Responses to one overlay per network address in 10 minutes', 10),
  WEBHOOK_LOG_DAYS: count('Days for which webhook deliveries are stored', 30),
} as const;
