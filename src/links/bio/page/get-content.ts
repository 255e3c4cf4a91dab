import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import { parseLine, parseLines } from '../../../kernel/typed-text/parse-text.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Upload } from '../../../platform/http/endpoint.ts';
import { storePicture } from '../../../platform/pictures.ts';
import { addressesIn } from '../blocks/rich-text.ts';
import { refuseHarmful } from '../../safety/assessment.ts';
import { max } from './bio.ts';
import {
  formPurposes,
  type Block,
  type BlockContents,
  type BlockKind,
  type BlockOf,
} from '../blocks/block.ts';
import { findFeatured } from './featured.ts';
import { parseAccounts } from './parse-accounts.ts';
import { parseAddress } from './texts.ts';
import { parseVideo } from '../blocks/video-address.ts';

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
    const address = parseAddress('url', url, app.config);
    await refuseHarmful(app, 'url', address);
    return {
      title: parseLine('title', title, { min: 1, max: max.heading, what: t('The title') }),
      url: address,
      note: parseLine('note', note, { max: max.note, what: t('The note') }),
      highlight: highlight !== undefined,
      picture: await getPicture(app, viewer, input, before?.content.picture ?? null),
    };
  },
  heading: (_app, _viewer, { fields }) => ({
    text: parseLine('text', fields.text, { min: 1, max: max.heading, what: t('The heading') }),
  }),
  text: async (app, _viewer, { fields }) => {
    const text = parseLines('text', fields.text, { min: 1, max: max.text, what: t('The text') });
    for (const address of addressesIn(text)) await refuseHarmful(app, 'text', address);
    return { text };
  },
  image: async (app, viewer, { fields, files }, before) => {
    const { alt, url = '' } = fields;
    const said = {
      alt: parseLine('alt', alt, { min: 1, max: 500, what: t('The description') }),
      url: url.trim() ? parseAddress('url', url, app.config) : '',
    };
    await refuseHarmful(app, 'url', said.url);
    const file = files.find(({ field }) => field === 'picture');
    if (!file && !before) throw invalid('picture', t('Choose a picture'));
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
      throw invalid('url', t('Enter the URL of a YouTube or Vimeo video, or of an MP4 or WebM file'));
    return {
      url: url.trim(),
      title: parseLine('title', title, { min: 1, max: max.heading, what: t('The title') }),
      picture: await getPicture(app, viewer, input, before?.content.picture ?? null),
    };
  },
  social: async (app, _viewer, { fields }) => {
    const accounts = parseAccounts(fields);
    for (const { network, url } of accounts) await refuseHarmful(app, network, url);
    return { accounts };
  },
  form: (_app, _viewer, { fields }) => {
    const purpose = formPurposes.find((known) => known === fields.purpose);
    if (!purpose) throw invalid('purpose', t('Choose the form’s purpose'));
    return {
      purpose,
      title: parseLine('title', fields.title, { min: 1, max: max.heading, what: t('The title') }),
      note: parseLine('note', fields.note, { max: 300, what: t('The text') }),
      button: parseLine('button', fields.button, { max: 40, what: t('The label') }),
      thanks: parseLine('thanks', fields.thanks, { max: 300, what: t('The text') }),
    };
  },
  divider: () => ({}),
  featured: async (app, viewer, { fields }) => {
    const found = await findFeatured(app, viewer, fields.short ?? '');
    if (!found) throw invalid('short', t('None of your links or QR codes has this short URL'));
    return { linkId: found.id };
  },
};

/** Validates the content of a block. Pictures are re-encoded and stored. */
export async function getContent(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  kind: BlockKind,
  input: BlockInput,
  before?: Block,
): Promise<Block['content']> {
  const read = readers[kind] as Reader<BlockKind>;
  return read(app, viewer, input, before);
}

/** Returns the picture of a block: a new one, the current one, or none. */
async function getPicture(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  { fields, files }: BlockInput,
  before: string | null,
): Promise<string | null> {
  const file = files.find(({ field }) => field === 'picture');
  if (file) return (await storePicture(app, viewer.id, file.body, 'photos', 'picture')).path;
  return fields.removePicture === undefined ? before : null;
}
