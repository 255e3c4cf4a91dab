import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { storePicture } from '../../platform/pictures.ts';
import type { Config } from '../../platform/settings/config.ts';
import { parseTarget } from '../link/fields.ts';
import { refuseHarmful } from '../safety/assessment.ts';
import { findFeatured, max } from './bio.ts';
import { formPurposes, networkKeys, socialNetworks } from './block.ts';
import type { BioBlock, BlockContents, BlockKind, BlockOf, SocialNetwork, SocialAccount } from './block.ts';
import { addressesIn } from './rich-text.ts';

/** A block as submitted by a form. */
export interface BlockInput {
  fields: Readonly<Record<string, string | undefined>>;
  files: readonly Pick<Upload, 'field' | 'body'>[];
}

type Reader<K extends BlockKind> = (
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: BlockInput,
  before: BlockOf<K> | undefined,
) => Promise<BlockContents[K]> | BlockContents[K];

const readers: { [K in BlockKind]: Reader<K> } = {
  link: async (app, viewer, input, before) => {
    const { title, url = '', note, highlight } = input.fields;
    const address = parseDestination('url', url, app.config);
    await refuseHarmful(app, [{ field: 'url', to: address }]);
    return {
      title: parseLine('title', title, { min: 1, max: max.heading, what: msg('The title') }),
      url: address,
      note: parseLine('note', note, { max: max.note, what: msg('The note') }),
      highlight: highlight !== undefined,
      picture: await parsePicture(app, viewer, input, before?.content.picture ?? null),
    };
  },
  heading: (_app, _viewer, { fields }) => ({
    text: parseLine('text', fields.text, { min: 1, max: max.heading, what: msg('The heading') }),
  }),
  text: async (app, _viewer, { fields }) => {
    const text = parseLines('text', fields.text, { min: 1, max: max.text, what: msg('The text') });
    await refuseHarmful(
      app,
      addressesIn(text).map((to) => ({ field: 'text', to })),
    );
    return { text };
  },
  image: async (app, viewer, { fields, files }, before) => {
    const { alt, url = '' } = fields;
    const said = {
      alt: parseLine('alt', alt, { min: 1, max: 500, what: msg('The description') }),
      url: url.trim() ? parseDestination('url', url, app.config) : '',
    };
    await refuseHarmful(app, [{ field: 'url', to: said.url }]);
    const file = files.find(({ field }) => field === 'picture');
    if (!file && !before) throw invalid('picture', msg('Choose a picture'));
    if (!file && before) return { ...before.content, ...said };
    const { path, width, height } = await storePicture(
      app,
      viewer.id,
      file?.body ?? Buffer.of(),
      'photos',
      'picture',
    );
    return { ...said, picture: path, width, height };
  },
  video: async (app, viewer, input, before) => {
    const { url = '', title } = input.fields;
    if (!parseVideo(url))
      throw invalid('url', msg('Enter the URL of a YouTube or Vimeo video, or of an MP4 or WebM file'));
    return {
      url: url.trim(),
      title: parseLine('title', title, { min: 1, max: max.heading, what: msg('The title') }),
      picture: await parsePicture(app, viewer, input, before?.content.picture ?? null),
    };
  },
  social: async (app, _viewer, { fields }) => {
    const accounts = parseAccounts(fields);
    await refuseHarmful(
      app,
      accounts.map(({ network, url }) => ({ field: network, to: url })),
    );
    return { accounts };
  },
  form: (_app, _viewer, { fields }) => {
    const purpose = formPurposes.find((known) => known === fields.purpose);
    if (!purpose) throw invalid('purpose', msg('Choose the form’s purpose'));
    return {
      purpose,
      title: parseLine('title', fields.title, { min: 1, max: max.heading, what: msg('The title') }),
      note: parseLine('note', fields.note, { max: 300, what: msg('The text') }),
      button: parseLine('button', fields.button, { max: 40, what: msg('The label') }),
      thanks: parseLine('thanks', fields.thanks, { max: 300, what: msg('The text') }),
    };
  },
  divider: () => ({}),
  featured: async (app, viewer, { fields }) => {
    const found = await findFeatured(app, viewer, fields.short ?? '');
    if (!found) throw invalid('short', msg('None of your links or QR codes has this short URL'));
    return { linkId: found.id };
  },
};

/** Validates the content of a block. Pictures are re-encoded and stored. */
export async function parseBlock(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  kind: BlockKind,
  input: BlockInput,
  before?: BioBlock,
): Promise<BioBlock['content']> {
  const read = readers[kind] as Reader<BlockKind>;
  return read(app, viewer, input, before);
}

/** Returns the picture of a block: a new one, the current one, or none. */
async function parsePicture(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  { fields, files }: BlockInput,
  before: string | null,
): Promise<string | null> {
  const file = files.find(({ field }) => field === 'picture');
  if (file) return (await storePicture(app, viewer.id, file.body, 'photos', 'picture')).path;
  return fields.removePicture === undefined ? before : null;
}

/** Profile URLs of networks where a user name is sufficient. */
const profiles: Partial<Record<SocialNetwork, string>> = {
  instagram: 'https://www.instagram.com/',
  x: 'https://x.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
  facebook: 'https://www.facebook.com/',
  linkedin: 'https://www.linkedin.com/in/',
  github: 'https://github.com/',
  bluesky: 'https://bsky.app/profile/',
  threads: 'https://www.threads.net/@',
  spotify: 'https://open.spotify.com/artist/',
  twitch: 'https://www.twitch.tv/',
  discord: 'https://discord.gg/',
  telegram: 'https://t.me/',
  pinterest: 'https://www.pinterest.com/',
};

/** Parses the social accounts of a form, which has one field per network for a URL or user name. */
export function parseAccounts(fields: Readonly<Record<string, string | undefined>>): SocialAccount[] {
  const accounts = networkKeys.flatMap((network) => {
    const given = fields[network]?.trim() ?? '';
    return given === '' ? [] : [{ network, url: parseAccount(network, given) }];
  });
  if (accounts.length === 0) throw invalid(networkKeys[0] ?? '', msg('Fill in at least one'));
  return accounts;
}

function parseAccount(network: SocialNetwork, given: string): string {
  if (network === 'email') return parseMail(network, given.replace(/^mailto:/i, ''));
  if (network === 'phone') return parsePhone(network, given.replace(/^tel:/i, ''));
  const address = toAddress(network, given);
  if (address === undefined || address.length > 2000)
    throw invalid(
      network,
      msg('Enter the full URL of the page at {name}', { name: socialNetworks[network].name }),
    );
  return address;
}

function toAddress(network: SocialNetwork, given: string): string | undefined {
  if (/^https?:\/\//i.test(given)) return website(given);
  if (network === 'website') return website(`https://${given}`);
  if (network === 'whatsapp') {
    const number = given.replace(/[^\d]/g, '');
    return number.length < 5 || number.length > 15 ? undefined : `https://wa.me/${number}`;
  }
  // `@ada@social.example`
  const [, person, host] = /^@?([\w.]{1,100})@([\w.-]+\.[a-z]{2,})$/i.exec(given) ?? [];
  if (network === 'mastodon') return host && person ? website(`https://${host}/@${person}`) : undefined;
  const name = /^@?([\w.-]{1,100})$/.exec(given)?.[1];
  return name === undefined || profiles[network] === undefined ? undefined : profiles[network] + name;
}

function website(address: string): string | undefined {
  const url = URL.parse(address);
  return url && !url.username && !url.password && url.hostname.includes('.') ? url.href : undefined;
}

/** Validates the destination of a block: a website, an email address or a phone number. */
export function parseDestination(field: string, text: string, config: Config): string {
  const given = text.trim();
  if (/^mailto:/i.test(given)) return parseMail(field, given.slice('mailto:'.length));
  if (/^tel:/i.test(given)) return parsePhone(field, given.slice('tel:'.length));
  if (URL.parse(given)?.host === new URL(config.hopUrl).host)
    throw invalid(field, msg('This URL belongs to this service. Add it as a “Short link” block.'));
  try {
    return parseTarget(given, config);
  } catch (error) {
    // Reports the error at the field of this form instead of the link form's.
    throw error instanceof Problem ? new Problem(error.kind, error.text, { field }) : error;
  }
}

export function parseMail(field: string, text: string): string {
  const address = text.trim();
  if (!/^[^\s@<>"?&]{1,64}@[^\s@<>"?&]{1,250}\.[^\s@<>"?&.]{2,}$/.test(address))
    throw invalid(field, msg('Enter a valid email address'));
  return `mailto:${address}`;
}

export function parsePhone(field: string, text: string): string {
  const number = text.replace(/[\s()./-]/g, '');
  if (!/^\+?\d{4,20}$/.test(number)) throw invalid(field, msg('Enter a valid phone number'));
  return `tel:${number}`;
}

/** A video identified by its URL. */
type Video = { at: 'youtube' | 'vimeo'; id: string; secret: string } | { at: 'file'; url: string };

/** Parses YouTube and Vimeo URLs in their common forms, and URLs of files that browsers can play. */
export function parseVideo(address: string): Video | undefined {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  if (host === 'youtu.be') return youtube(url.pathname.slice(1));
  if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    return youtube(
      url.searchParams.get('v') ?? /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(url.pathname)?.[1],
    );
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const [, id, secret = url.searchParams.get('h') ?? ''] =
      /^\/(?:video\/)?(\d{1,15})(?:\/([0-9a-f]{1,40}))?\/?$/.exec(url.pathname) ?? [];
    return id === undefined
      ? undefined
      : { at: 'vimeo', id, secret: /^[0-9a-f]*$/.test(secret) ? secret : '' };
  }
  return url.protocol === 'https:' && /\.(mp4|m4v|webm)$/i.test(url.pathname)
    ? { at: 'file', url: url.href }
    : undefined;
}

const youtube = (id: string | null | undefined): Video | undefined =>
  id && /^[\w-]{6,20}$/.test(id) ? { at: 'youtube', id, secret: '' } : undefined;

/** Returns the player URL to embed after the visitor presses play, and the origin to allow for the frame. */
export function playerFor(video: Video): { address: string; origin: string } | undefined {
  if (video.at === 'file') return undefined;
  const origin = video.at === 'youtube' ? 'https://www.youtube-nocookie.com' : 'https://player.vimeo.com';
  const path = video.at === 'youtube' ? `/embed/${video.id}` : `/video/${video.id}`;
  const secret = video.secret && `&h=${video.secret}`;
  return {
    origin,
    address: `${origin}${path}?autoplay=1${video.at === 'youtube' ? '&rel=0' : '&dnt=1'}${secret}`,
  };
}
