import { diffWordsWithSpace } from 'diff';
import { parseName, refuseBadEmail, refuseBadUsername } from '../../src/identity/account/names.ts';
import { safeRedirectPath } from '../../src/identity/account/people.ts';
import { refuseWeakPassword } from '../../src/identity/credentials/password.ts';
import { parseCrop } from '../../src/identity/profile/pictures.ts';
import { deviceName } from '../../src/identity/sessions/use.ts';
import { prefersMarkdown } from '../../src/kernel/prefers-markdown.ts';
import { cleanText, isBlank, lengthOf, normalize } from '../../src/kernel/text.ts';
import {
  parseAccounts,
  parseDestination,
  parseMail,
  parsePhone,
  parseVideo,
} from '../../src/links/bio/block-content.ts';
import { richText } from '../../src/links/bio/rich-text.ts';
import { parseSlug, campaignSlug as slugOfCampaign } from '../../src/links/campaigns/campaigns.ts';
import { isLine } from '../../src/links/clicks/click.ts';
import { parseDomainName } from '../../src/links/domains/domain.ts';
import { mayBeFramed } from '../../src/links/interstitials/framing.ts';
import { forHeader } from '../../src/links/forward.ts';
import { parseAlias, parseAppAddress, parseExpiry, parseTarget } from '../../src/links/link/fields.ts';
import { parseShort } from '../../src/links/link/link.ts';
import { parseRules } from '../../src/links/shorten/options/parse-options.ts';
import { titleIn } from '../../src/links/shorten/jobs.ts';
import { parseCodeColor } from '../../src/links/qr/drawing/design.ts';
import { parseCodeContent } from '../../src/links/qr/content/parse-content.ts';
import { foldVcard } from '../../src/links/qr/content/content.ts';
import { aliasIn } from '../../src/links/redirect/find-link.ts';
import { append, appendQuery } from '../../src/links/redirect/targeting/targets.ts';
import { parseCountry } from '../../src/links/redirect/targeting/country.ts';
import { parseLanguages } from '../../src/links/redirect/targeting/language.ts';
import { isPreviewer, referrerHost } from '../../src/links/redirect/visitor.ts';
import { parseUserAgent } from '../../src/links/redirect/user-agent.ts';
import { assess } from '../../src/links/safety/assessment.ts';
import { entropy, nameSkeleton } from '../../src/links/safety/suspicious-names.ts';
import { parseEntries } from '../../src/links/safety/entries.ts';
import { parseTargetParts } from '../../src/links/safety/rule.ts';
import { splitTagNames as splitLinkTags } from '../../src/links/tags/tags.ts';
import { normalizeColumn } from '../../src/kernel/typed-text/csv-head.ts';
import { joinNames, partsOf } from '../../src/links/transfer/import/cells.ts';
import { escape } from '../../src/web/html.ts';
import { plainMarkdown, readMarkdown } from '../../src/web/markdown.ts';
import { parseRange } from '../../src/platform/http/input/files.ts';
import { namesTag } from '../../src/platform/http/assets/asset-routes.ts';
import { addressKey } from '../../src/platform/limits.ts';
import { deviceKey } from '../../src/platform/limit-counters.ts';
import { redact, redactText } from '../../src/platform/logging/redact.ts';
import { parseAppName } from '../../src/social/apps/oauth-app.ts';
import { parseTags as readArticleTags } from '../../src/social/articles/articles.ts';
import { measure } from '../../src/social/text/rendered.ts';
import { renderArticle } from '../../src/social/articles/render-article.ts';
import { checkTerm, indexPositionOf } from '../../src/social/glossary/term.ts';
import {
  domainsAbove,
  fingerprintOf,
  foldText,
  hostsIn,
  linksOf,
  matchRules,
  spamTokens,
} from '../../src/social/moderation/text-marks.ts';
import { slugOf } from '../../src/social/posts/paths.ts';
import { findTextLinks } from '../../src/kernel/typed-text/find-links.ts';
import { spansIn, parseTokens } from '../../src/kernel/typed-text/tokens.ts';
import { excerptOf } from '../../src/social/posts/texts.ts';
import { plainText } from '../../src/social/text/plain.ts';
import { renderRich, renderText } from '../../src/social/text/render-text.ts';
import { tokensIn } from '../../src/social/text/tokens.ts';
import { absoluteMarkdown } from '../../src/social/post-view/to-markdown.ts';
import { joinTags, readTags, splitTags } from '../../src/social/questions/question.ts';
import { parseQuery } from '../../src/social/search/parse-query.ts';
import { msg } from '../../src/kernel/problem.ts';

export interface Parser {
  name: string;
  /** The maximum length of its input. */
  longest: number;
  read: (text: string) => unknown;
}

const mentions = new Map<string, string>();
const config = {
  hopUrl: 'https://hop.example',
  plazaUrl: 'https://plaza.example',
  HOP_APP_SCHEMES: 'spotify,whatsapp',
};
const facts = {
  entries: ['paypal', 'apple'].map((value) => ({ list: 'brand', value, outcome: null, reason: '' }) as const),
  settings: [],
  ownNames: ['hopservice'],
  isOurs: false,
};
const textRules = ['free money', 'evil.example'].flatMap((pattern) =>
  (['word', 'part', 'domain'] as const).map((kind) => ({ kind, pattern, outcome: 'hold' as const })),
);
/** Maximum length of a request line with its headers. */
const header = 16_000;
const field = 100_000;

const of = (longest: number, readers: Readonly<Record<string, Parser['read']>>): Parser[] =>
  Object.entries(readers).map(([name, read]) => ({ name, longest, read }));

/** All parsers of text sent by people or other servers, with their maximum input length. */
export const parsers: readonly Parser[] = [
  // Texts of posts, articles, threads and comments.
  ...of(field, {
    cleanText: (text) => cleanText(text, 'text', field),
    isBlank,
    findLinks: findTextLinks,
    spansIn,
    readTokens: parseTokens,
    tokensIn,
    'tokensIn an article': (text) => tokensIn(text, 'article'),
    renderText: (text) => renderText(text, mentions).text,
    plainText,
    excerptOf: (text) => excerptOf({ kind: 'post', text }, 200),
    'excerptOf an article': (text) => excerptOf({ kind: 'article', text }, 200),
    toMarkdown: (text) => absoluteMarkdown(text, 'https://plaza.example'),
    readMarkdown: (text) => readMarkdown(text, { toId: slugOf }).body.text,
    plainMarkdown,
    renderRich: (text) => renderRich(text, mentions).text,
    renderArticle: (text) => renderArticle({ text, mentions }).body.text,
    measure,
    splitTags,
    joinTags: (text) => joinTags(text, ['tea']),
    escape,
    lengthOf,
    normalize: (text) => normalize(text, 'NFKD'),
    slugOf,
    foldText,
    hostsIn,
    linksOf,
    fingerprintOf,
    spamTokens: (text) => spamTokens({ title: text.slice(0, 200), text }),
    matchRules: (text) => matchRules(textRules, text, hostsIn(text)),
    difference: (text) =>
      diffWordsWithSpace(text, `${text.slice(text.length / 2)}x`, { maxEditLength: 400, timeout: 100 }),
    richText,
    foldVcard,
    'readContent as text': (text) => parseCodeContent('text', { text }, config),
    'readContent as a contact': (text) =>
      parseCodeContent('vcard', { name: text, phone: text, email: text, url: text }, config),
    'readContent as a network': (text) => parseCodeContent('wifi', { ssid: text, password: text }, config),
    'readContent as mail': (text) =>
      parseCodeContent('email', { email: text, subject: text, body: text }, config),
    'readContent as a number': (text) => parseCodeContent('phone', { phone: text }, config),
  }),
  // Single-line form and API fields. Validators that reject long text are tested with it all the same.
  ...of(field, {
    refuseBadEmail: (text) => refuseBadEmail(text),
    readName: (text) => parseName(text, 'name', msg('name')),
    refuseBadUsername: (text) => refuseBadUsername(text),
    refuseWeakPassword: (text) => refuseWeakPassword(text),
    readCrop: parseCrop,
    ownPath: safeRedirectPath,
    readAppName: (text) => parseAppName(text, ['plaza']),
    readArticleTags,
    readTags,
    placeOf: indexPositionOf,
    checkTerm: (text) => checkTerm({ name: text, aliases: text, definition: text, seeAlso: text, sets: [] }),
    parseQuery,
    readSlug: parseSlug,
    slugOfCampaign,
    readAlias: parseAlias,
    readAppAddress: (text) => parseAppAddress(text, config, 'url'),
    readTarget: (text) => parseTarget(text, config),
    'readTarget of a host': (text) => parseTarget(`https://${text}.example/`, config),
    readRules: (text) =>
      parseRules(config, {
        places: [{ location: text, state: text, link: 'https://a.example/' }],
        languages: [{ language: text, link: 'https://a.example/' }],
        devices: [{ device: text, link: 'https://a.example/' }],
        parameters: [{ name: text, value: text }],
      }),
    readExpiry: (text) => parseExpiry(text, new Date()),
    readShort: (text) => parseShort(text, config.hopUrl),
    readDomainName: (text) => parseDomainName(text, config),
    readCountry: parseCountry,
    readColor: parseCodeColor,
    readAccounts: (text) =>
      parseAccounts({ mastodon: text, email: text, phone: text, website: text, bluesky: text }),
    'readAddress of a block': (text) =>
      parseDestination('url', text, config as Parameters<typeof parseDestination>[2]),
    readMail: (text) => parseMail('email', text),
    readPhone: (text) => parsePhone('phone', text),
    readVideo: parseVideo,
    splitLinkTags,
    readEntries: (text) => parseEntries(text, 'domain'),
    'readEntries of words': (text) => parseEntries(text, 'keyword'),
  }),
  // Addresses, headers and cookies.
  ...of(header, {
    redactText,
    'redact of a key': (text) => redact({ [text]: text, nested: [{ text }] }),
    assess: (text) => {
      const target = parseTargetParts(`https://${text}.example/${text}`);
      return target && assess(target, facts);
    },
    'assess of a path': (text) => {
      const target = parseTargetParts(`https://a.example/${text}`);
      return target && assess(target, facts);
    },
    domainsAbove: (text) => domainsAbove(text.slice(0, 253)),
    skeleton: nameSkeleton,
    entropy,
    aliasIn: (text) => aliasIn(`/${text}`),
    append: (text) => append(`https://a.example/?${text}#${text}`, [{ name: text, value: text }]),
    appendQuery: (text) => appendQuery(`https://a.example/?${text}#${text}`, text, new Set()),
    forHeader,
    readLanguages: parseLanguages,
    isPreviewer,
    referrerHost,
    readUserAgent: parseUserAgent,
    deviceName: (text) => deviceName({ deviceName: '', userAgent: text }),
    deviceKey: (text) => deviceKey({ userAgent: text, address: '127.0.0.1', name: text }),
    addressKey,
    prefersMarkdown,
    readRange: (text) => parseRange(`bytes=${text}`, 1000),
    namesTag: (text) => namesTag(text, '"a"'),
    isLine,
  }),
  // Pages and files of other servers.
  ...of(field, {
    titleIn,
    mayBeFramed: (text) =>
      mayBeFramed(
        { 'content-security-policy': `frame-ancestors ${text}`, 'x-frame-options': text },
        { at: 'https://a.example/', by: 'https://hop.example' },
      ),
    listOf: joinNames,
    partsOf,
    plain: normalizeColumn,
  }),
];
