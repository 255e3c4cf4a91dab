import { sql } from 'kysely';
import { msg } from '../../kernel/problem.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { verb } from '../../platform/app.ts';
import { addDesign, declareDesigns, type PageDesign, updateDesign } from '../custom-pages/designs.ts';
import {
  address,
  buttonAndAddress,
  colors,
  countPart,
  group,
  linePart,
  lines,
  parts,
  picture,
  type TypedFields,
} from '../custom-pages/fields.ts';
import type { PageColors } from '../custom-pages/input.ts';
import type { DesignPicture } from '../custom-pages/pictures.ts';
import type { Owner } from '../owned/owned.ts';

/** A custom page shown before the destination of a link. */
export type SplashPage = PageDesign<SplashContent>;

export interface SplashContent {
  title: string;
  message: string;
  banner: DesignPicture | null;
  avatar: DesignPicture | null;
  /** An additional button. Blank: none. */
  buttonText: string;
  buttonAddress: string | null;
  /** Delay before the redirect. 0: only when the visitor presses Continue. */
  seconds: number;
  colors: PageColors | null;
}

const maxSeconds = 60;
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

const splashParts = parts(
  group(
    msg('Text'),
    linePart('title', { label: msg('Title'), what: msg('The title'), min: 1, max: 120 }),
    lines('message', { label: msg('Message'), what: msg('The message'), max: 2000, rows: 4 }),
  ),
  group(
    msg('Pictures'),
    picture(
      { name: 'banner', kind: 'covers' },
      { label: msg('Banner'), hint: msg('Best with a 2:1 ratio.') },
    ),
    picture(
      { name: 'avatar', kind: 'avatars' },
      { label: msg('Avatar'), hint: msg('A face or logo, cropped to a circle.') },
    ),
  ),
  group(
    msg('Button'),
    buttonAndAddress(
      linePart('buttonText', {
        name: 'button',
        label: msg('Text'),
        what: msg('The button text'),
        max: 60,
        placeholder: msg('Read the story'),
      }),
      address('buttonAddress', msg('Button link')),
    ),
  ),
  group(
    msg('Redirect'),
    countPart('seconds', {
      label: msg('Redirect after'),
      what: msg('The time'),
      suffix: msg('seconds'),
      hint: msg('Visitors can pause or continue earlier. With 0, they must press Continue.'),
      usual: usualSeconds,
      max: maxSeconds,
    }),
  ),
  colors,
);

/** Links with a deleted splash page show the default one until it is restored. */
export const ownedSplashPages = declareDesigns<SplashPage>({
  feature: 'splash',
  table: 'links.splash_page',
  name: msg('Splash page'),
  partsOf: () => splashParts,
  allParts: splashParts,
  empty: emptySplash,
  address: 'buttonAddress',
  uses: sql<number>`(
    select count(*)::float8 from links.link where link.splash_id = own.id and link.deleted_at is null
  )`,
});

/** Creates a splash page. Uploaded files are named `banner` and `avatar`. */
export const addSplashPage = verb(
  { name: 'splash.add', who: 'member' },
  (app, viewer: Owner, typed: TypedFields, files: readonly Upload[] = []): Promise<SplashPage> =>
    addDesign(app, viewer, ownedSplashPages, {}, typed, files),
);

/** Updates one of the viewer's splash pages. Omitted pictures do not change. */
export const updateSplashPage = verb(
  { name: 'splash.update', who: 'member' },
  (app, viewer: Owner, id: string, typed: TypedFields, files: readonly Upload[] = []): Promise<void> =>
    updateDesign(app, viewer, ownedSplashPages, id, typed, files),
);
