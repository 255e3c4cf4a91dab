import { sql } from 'kysely';
import { invalid, msg } from '../../kernel/problem.ts';
import { toLine } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { addDesign, declareDesigns, updateDesign } from '../custom-pages/designs.ts';
import {
  address,
  box,
  buttonAndAddress,
  choice,
  colors,
  countPart,
  group,
  linePart,
  lines,
  list,
  parts,
  picture,
  row,
} from '../custom-pages/fields.ts';
import type { DesignPart, TypedFields } from '../custom-pages/fields.ts';
import type { Owner } from '../owned/owned.ts';
import { cornerNames, overlayCorners, emptyOverlay, hasPart, overlayKinds } from './overlay.ts';
import type { Overlay, OverlayKind } from './overlay.ts';

/** The button of a form, or of a link. */
const button = (placeholder = msg('Learn more')) =>
  linePart('button', { label: msg('Button'), what: msg('The button text'), max: 60, placeholder });

const usualButton: Partial<Record<OverlayKind, Parameters<typeof button>[0]>> = {
  poll: msg('Vote'),
  newsletter: msg('Sign up'),
};

/** The form of an overlay of this kind. */
function partsOf(kind: OverlayKind): DesignPart {
  const has = (part: Parameters<typeof hasPart>[1], ...then: readonly DesignPart[]) =>
    hasPart(kind, part) ? then : [];
  const isPoll = kind === 'poll';
  const title = isPoll
    ? { label: msg('Question'), what: msg('The question') }
    : { label: msg('Title'), what: msg('The title') };
  return parts(
    group(
      msg('Content'),
      ...has('title', linePart('title', { ...title, min: 1, max: 120 })),
      ...has('text', lines('text', { label: msg('Text'), what: msg('The text'), max: 1000 })),
      ...has(
        'choices',
        list('choices', {
          label: msg('Choices'),
          hint: msg('Two to ten, one per line.'),
          parse: parseChoices,
        }),
      ),
      ...has(
        'code',
        linePart('code', {
          label: msg('Code'),
          what: msg('The code'),
          min: 1,
          max: 60,
          mono: true,
          placeholder: msg('SPRING26'),
        }),
      ),
      ...has(
        'picture',
        picture(
          { name: 'picture', kind: 'covers', required: msg('Choose an image, or enter its URL') },
          { label: msg('Picture'), hint: msg('Up to 16 MB.') },
        ),
        linePart('pictureText', {
          name: 'picture_text',
          label: msg('Alt text'),
          what: msg('The alt text'),
          min: 1,
          max: 300,
          hint: msg('Describes the image for screen readers.'),
        }),
        address('address', msg('The image URL')),
      ),
      ...has('link', buttonAndAddress(button(), address('address', msg('The button URL')))),
    ),
    ...has(
      'answers',
      group(
        msg('Responses'),
        ...has(
          'consent',
          lines('consent', {
            label: msg('Consent text'),
            what: msg('The consent text'),
            min: kind === 'newsletter' ? 1 : 0,
            max: 500,
            hint: msg('Shown next to a checkbox and stored with each response.'),
          }),
        ),
        row(
          button(usualButton[kind] ?? msg('Send')),
          linePart('thanks', {
            label: msg('Thank-you message'),
            what: msg('The thank-you message'),
            max: 200,
            placeholder: msg('Thank you'),
          }),
        ),
        ...has('choices', box('showsResults', { name: 'results', label: msg('Show results after voting') })),
        ...has('mails', box('mails', { name: 'mails', label: msg('Email me each message') })),
        countPart('retentionDays', {
          name: 'retention_days',
          label: msg('Delete responses after'),
          what: msg('The number of days'),
          suffix: msg('days'),
          hint: msg('0 stores them until you delete them.'),
          usual: emptyOverlay.retentionDays,
          max: 3650,
        }),
      ),
    ),
    group(
      msg('Placement'),
      choice('corner', {
        label: msg('Placement'),
        of: overlayCorners.map((value) => ({ value, label: cornerNames[value] })),
        invalid: (corners) => t('The placement must be one of {corners}', { corners }),
      }),
      box('isDismissible', { name: 'dismissible', label: msg('Visitors can close it') }),
    ),
    colors,
  );
}

const choiceBounds = { min: 2, max: 10, length: 100 };

/** One choice per line, without duplicates. */
function parseChoices(text = ''): string[] {
  const lines = text.split('\n').map(toLine);
  const choices = [...new Set(lines.filter((line) => line !== ''))];
  const { min, max, length } = choiceBounds;
  if (choices.length < min || choices.length > max)
    throw invalid(
      'choices',
      msg('A poll needs {min} to {max} different choices, one per line', { min, max }),
    );
  if (choices.some((choice) => choice.length > length))
    throw invalid('choices', msg('A choice can have at most {length} characters', { length }));
  return choices;
}

const byKind = new Map(overlayKinds.map((kind) => [kind, partsOf(kind)]));

/** Links with a deleted overlay redirect directly until it is restored. Its responses are preserved. */
export const ownedOverlays = declareDesigns<Overlay>({
  feature: 'overlays',
  table: 'links.overlay',
  name: msg('Overlay'),
  columns: { kind: sql.ref('own.kind') },
  // A form that is shown again can have any kind in its path.
  partsOf: ({ kind }) => byKind.get(parseKind(kind)) ?? parts(),
  allParts: parts(...byKind.values()),
  empty: emptyOverlay,
  address: 'address',
  uses: sql<number>`(
    select count(*)::float8 from links.link where link.overlay_id = own.id and link.deleted_at is null
  )`,
});

function parseKind(text: string): OverlayKind {
  const kind = overlayKinds.find((each) => each === text);
  if (!kind)
    throw invalid(
      'type',
      msg('The type must be one of {overlayKinds}', { overlayKinds: overlayKinds.join(', ') }),
    );
  return kind;
}

/** Creates an overlay. An uploaded file is named `picture`. */
export const addOverlay = verb(
  { name: 'overlays.add', who: 'member' },
  (
    app,
    viewer: Owner,
    kind: OverlayKind,
    typed: TypedFields,
    files: readonly Upload[] = [],
  ): Promise<Overlay> => addDesign(app, viewer, ownedOverlays, { kind }, typed, files),
);

/**
 * Updates one of the viewer's overlays. Its kind cannot change. A new retention period also applies to
 * existing responses.
 */
export const updateOverlay = verb(
  { name: 'overlays.update', who: 'member' },
  (app, viewer: Owner, id: string, typed: TypedFields, files: readonly Upload[] = []): Promise<void> =>
    updateDesign(app, viewer, ownedOverlays, id, typed, files, async (app, before, { retentionDays }) => {
      if (retentionDays !== before.retentionDays) await updateRetention(app, id, retentionDays);
    }),
);

async function updateRetention({ db }: Pick<App, 'db'>, overlayId: string, days: number): Promise<void> {
  await sql`
    update links.overlay_answer
    set expires_at = case when ${days}::int > 0 then created_at + make_interval(days => ${days}::int) end
    where overlay_id = ${overlayId}`.execute(db);
}
