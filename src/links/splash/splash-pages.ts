import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import { msg, t } from '../../kernel/translation/translate.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { type OwnColors, parseCount, parseOwnColor, parseWebAddress } from '../custom-pages/input.ts';
import { parsePicture, type OwnPicture, pictureAddress, removeReplaced } from '../custom-pages/pictures.ts';
import { changeOwned, declareStored, getOwned, type Owner } from '../owned/owned.ts';
import { refuseHarmful } from '../safety/assessment.ts';
import { verb } from '../../platform/verb.ts';

/** A custom page shown before the destination of a link. */
export interface SplashPage {
  /** Digits. */
  id: string;
  /** Visible only to its owner. */
  name: string;
  content: SplashContent;
  createdAt: Date;
}

export interface SplashContent {
  title: string;
  message: string;
  banner: OwnPicture | null;
  avatar: OwnPicture | null;
  /** An additional button. Blank: none. */
  buttonText: string;
  buttonAddress: string | null;
  /** Delay before the redirect. 0: only when the visitor presses Continue. */
  seconds: number;
  colors: OwnColors | null;
}

export const maxSeconds = 60;
const usualSeconds = 10;

export const emptySplash: SplashContent = {
  title: '',
  message: '',
  banner: null,
  avatar: null,
  buttonText: '',
  buttonAddress: null,
  seconds: usualSeconds,
  colors: null,
};

/** Links with a deleted splash page show the default one until it is restored. */
export const ownedSplashPages = declareStored<SplashPage>({
  feature: 'splash',
  table: 'links.splash_page',
  name: msg('Splash page'),
  columns: { content: sql.ref('own.content') },
  uses: sql<number>`(
    select count(*)::float8 from links.link where link.splash_id = own.id and link.deleted_at is null
  )`,
  order: sql`own.id desc`,
  toObject: (row) => ({ ...row, content: { ...emptySplash, ...row.content } }),
  checkRestored: async (app, { content: { buttonAddress } }) => {
    if (buttonAddress) await refuseHarmful(app, 'url', buttonAddress);
  },
});

/** Creates a splash page. Uploaded files are named `banner` and `avatar`. */
export const addSplashPage = verb(
  { name: 'splash.add', who: 'member' },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    input: SplashInput,
    files: readonly Upload[] = [],
  ): Promise<SplashPage> => {
    const name = parseSplashName(input);
    const content = await parseSplashPage(app, viewer, input, files);
    const createdAt = app.clock.now();
    const { id } = await app.db
      .insertInto('links.splash_page')
      .values({
        account_id: viewer.id,
        name,
        content: JSON.stringify(content),
        created_at: createdAt,
        updated_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, name, content, createdAt };
  },
);

/** Updates one of the viewer's splash pages. Omitted pictures do not change. */
export const updateSplashPage = verb(
  { name: 'splash.update', who: 'member' },
  async (
    app,
    viewer: Owner,
    id: string,
    input: SplashInput,
    files: readonly Upload[] = [],
  ): Promise<void> => {
    const { content: present } = await getOwned(app, viewer, ownedSplashPages, id);
    const name = parseSplashName(input);
    const content = await parseSplashPage(app, viewer, input, files, present);
    await changeOwned(app, viewer, ownedSplashPages, id, async (app, { content: current }) => {
      // Does not bring back a picture that was replaced by a concurrent update.
      if (content.banner === present.banner) content.banner = current.banner;
      if (content.avatar === present.avatar) content.avatar = current.avatar;
      await app.db
        .updateTable('links.splash_page')
        .set({ name, content: JSON.stringify(content), updated_at: app.clock.now() })
        .where('id', '=', id)
        .execute();
      removeReplaced(app, [current.banner, current.avatar], [content.banner, content.avatar]);
    });
  },
);

/** Splash page fields as submitted by the form. */
export interface SplashInput {
  name?: string | undefined;
  title?: string | undefined;
  message?: string | undefined;
  banner_address?: string | undefined;
  remove_banner?: string | undefined;
  avatar_address?: string | undefined;
  remove_avatar?: string | undefined;
  button?: string | undefined;
  url?: string | undefined;
  seconds?: string | undefined;
  own_colors?: string | undefined;
  background?: string | undefined;
  accent?: string | undefined;
}

const parseSplashName = (input: SplashInput): string =>
  parseLine('name', input.name, { what: t('The name'), min: 1, max: 100 });

/** Validates the texts, colors and delay, but not the pictures. */
export function parseSplashText(input: SplashInput): Omit<SplashContent, 'banner' | 'avatar'> {
  const buttonText = parseLine('button', input.button, { what: t('The button text'), max: 60 });
  const buttonAddress = parseWebAddress('url', input.url, t('Button link'));
  if (buttonText && !buttonAddress) throw invalid('url', t('Enter the button URL'));
  if (buttonAddress && !buttonText) throw invalid('button', t('Enter the button label'));
  return {
    title: parseLine('title', input.title, { what: t('The title'), min: 1, max: 120 }),
    message: parseLines('message', input.message, { what: t('The message'), max: 2000 }),
    buttonText,
    buttonAddress,
    seconds: parseCount('seconds', input.seconds, {
      what: t('The time'),
      usual: usualSeconds,
      min: 0,
      max: maxSeconds,
    }),
    colors: parseColors(input),
  };
}

function parseColors({ own_colors, background = '', accent = '' }: SplashInput): OwnColors | null {
  if (own_colors === undefined) return null;
  return { background: parseOwnColor('background', background), accent: parseOwnColor('accent', accent) };
}

/** Validates the content of a splash page and stores its pictures. */
async function parseSplashPage(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: SplashInput,
  files: readonly Upload[],
  present: Pick<SplashContent, 'banner' | 'avatar'> = emptySplash,
): Promise<SplashContent> {
  const words = parseSplashText(input);
  if (words.buttonAddress) await refuseHarmful(app, 'url', words.buttonAddress);
  const picture = (field: 'banner' | 'avatar'): Promise<OwnPicture | null> =>
    parsePicture(
      app,
      viewer,
      { field, kind: field === 'banner' ? 'covers' : 'avatars', present: present[field] },
      {
        address: input[`${field}_address`],
        file: files.find((file) => file.field === field),
        remove: input[`remove_${field}`] !== undefined,
      },
    );
  return { ...words, banner: await picture('banner'), avatar: await picture('avatar') };
}

/** Returns the URLs of a splash page's pictures. */
export const picturesOf = (
  app: Pick<App, 'files'>,
  { banner, avatar }: Pick<SplashContent, 'banner' | 'avatar'>,
) => ({
  banner: banner && pictureAddress(app, banner),
  avatar: avatar && pictureAddress(app, avatar),
});
