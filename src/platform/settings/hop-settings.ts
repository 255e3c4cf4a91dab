import { Type } from 'typebox';
import { count, text } from './setting.ts';

/** Hop: its API, links, clicks, imports, pixels and webhooks. */
export const hopSettings = {
  HOP_RATE_LIMIT: count(
    'Requests a minute that the keys of one account may make to Hop’s API, unless its plan says otherwise',
    30,
  ),
  HOP_LIST_ERROR: Type.Enum(['string', 'integer'], {
    description: 'Type of `error` in Hop’s list answers: "0" as documented, or 0 for old browser clients',
    default: 'string',
  }),
  HOP_APP_SCHEMES: text(
    'Schemes of app addresses that links may open, beside http and https (comma-separated); never javascript, data, file and the like',
    'mailto,tel,sms,geo,facetime,itms-apps,itms-appss,market,maps,comgooglemaps,whatsapp,tg,sgnl,viber,line,weixin,fb,fb-messenger,' +
      'instagram,twitter,linkedin,pinterest,reddit,snapchat,snssdk1233,youtube,vnd.youtube,spotify,music,discord,slack,' +
      'msteams,zoommtg,zoomus,skype,steam,webcal',
  ),
  HOP_DOMAIN_TARGETS: text(
    'Hosts and addresses that people’s own domains may point to (comma-separated); empty: the host of HOP_URL',
  ),
  HOP_IMPORT_MIB: count('Largest file of links that may be imported, in MiB', 20),
  HOP_IMPORT_ROWS: count('Rows that one file of links may have', 200_000),
  HOP_CLICK_DAYS: count(
    'Days for which each single click is kept, beyond what is counted, forgotten by whole months; 0: for ever',
    396,
    0,
  ),
  HOP_FILTER_CLICKS: count('Newest clicks of a range that filtered statistics read', 50_000),
  HOP_STATISTICS_DAYS: count(
    'Days for which the counts of clicks by time are kept, forgotten by whole months; 0: for ever',
    0,
    0,
  ),
  QR_LIMIT: count('Pictures of QR codes that one network address may have drawn in a minute', 120),
  PIXEL_CONSENT: Type.Enum(['ask', 'notice', 'legitimate'], {
    description:
      'Before firing pixels, unless their owner chose otherwise: ask visitors, tell them and let them refuse, or neither',
    default: 'ask',
  }),
  OVERLAY_ANSWER_LIMIT: count('Answers to one overlay that one network address may send in 10 minutes', 10),
  WEBHOOK_LOG_DAYS: count('Days for which messages to webhooks and what came back are kept', 30),
} as const;
