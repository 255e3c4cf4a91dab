import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { Answer } from '../../platform/http/families/links.ts';
import {
  flagOf,
  lenientBoolean,
  looseText,
  NumberOrText,
  orBlank,
  singleRecord,
  SingleRecord,
  textOf,
} from '../loose-values.ts';
import type { Typed } from '../custom-pages/fields.ts';
import { addRoute, listRoute, readRoute } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { corners, emptyOverlay, type Overlay, overlayKinds } from './overlay.ts';
import { addOverlay, ownedOverlays } from './overlays.ts';

const overlayFields = {
  id: Type.Integer(),
  type: Type.Enum([...overlayKinds]),
  name: Type.String(),
  date: Type.String({ description: 'YYYY-MM-DD HH:MM:SS' }),
};
const OverlayRecord = Type.Object(overlayFields, { title: 'Overlay' });

const NewOverlay = Type.Object(
  {
    type: Type.Enum([...overlayKinds]),
    name: NumberOrText('1 to 100 characters, visible only to you'),
    title: looseText('Headline, or the question of a poll. Blank: the name'),
    text: looseText('Text below the title'),
    message: looseText('The same as `text`'),
    button: looseText('Label of the button'),
    url: looseText('Destination of the button or the image'),
    link: looseText('The same as `url`'),
    picture: looseText('Image: the https URL of the picture'),
    picturetext: looseText('Image: alt text. Blank: the name'),
    code: looseText('Coupon: the code to copy'),
    choices: orBlank(
      Type.Union([Type.String(), Type.Array(NumberOrText())]),
      'Poll: a list, or one choice per line',
    ),
    results: lenientBoolean('Poll: whether visitors who voted see the results. Defaults to true'),
    consent: looseText('Newsletter and contact: what visitors agree to. Required for newsletters'),
    thanks: looseText('Text shown after a response was sent'),
    corner: looseText(`${corners.join(', ')}. Blank: ${emptyOverlay.corner}`),
    dismissible: lenientBoolean('Whether visitors can close the overlay. Defaults to true'),
    background: looseText('Background color: #RRGGBB'),
    accent: looseText('Accent color: #RRGGBB'),
  },
  { title: 'NewOverlay' },
);

/** Converts an API body to form fields. An unchecked box is undefined. */
function toOverlayInput(body: Static<typeof NewOverlay>): Typed {
  const name = String(body.name);
  const textOrUndefined = (value: unknown) => (textOf(value) === '' ? undefined : textOf(value));
  const checkboxValue = (value: unknown) => ((flagOf(value) ?? true) ? 'on' : undefined);
  const [background, accent] = [textOrUndefined(body.background), textOrUndefined(body.accent)];
  return {
    name,
    title: textOrUndefined(body.title) ?? name,
    text: textOrUndefined(body.text) ?? textOrUndefined(body.message),
    button: textOrUndefined(body.button),
    url: textOrUndefined(body.url) ?? textOrUndefined(body.link),
    picture_address: textOrUndefined(body.picture),
    picture_text: textOrUndefined(body.picturetext) ?? name,
    code: textOrUndefined(body.code),
    choices: Array.isArray(body.choices) ? body.choices.join('\n') : textOrUndefined(body.choices),
    results: checkboxValue(body.results),
    consent: textOrUndefined(body.consent),
    thanks: textOrUndefined(body.thanks),
    corner: textOrUndefined(body.corner) ?? emptyOverlay.corner,
    dismissible: checkboxValue(body.dismissible),
    ...((background ?? accent) !== undefined && { own_colors: 'on', background, accent }),
  };
}

const toOverlayRecord = ({ id, kind, name, createdAt }: Overlay): Static<typeof OverlayRecord> => ({
  id: Number(id),
  type: kind,
  name,
  date: sqlDate(createdAt),
});

const tag = 'Overlays';

export const overlayRoutes = [
  listRoute({
    path: '/api/overlay',
    summary: 'List overlays',
    description:
      'Newest first. To show an overlay, set the `type` of a link to `overlay-` followed by its id.',
    tag,
    key: 'cta',
    record: OverlayRecord,
    list: ownedOverlays.list,
    toRecord: toOverlayRecord,
  }),
  readRoute({
    path: '/api/overlay/:id',
    summary: 'Retrieve an overlay',
    tag,
    returns: SingleRecord(overlayFields),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toOverlayRecord(await getOwned(app, viewer, ownedOverlays, String(params.id)))),
  }),
  addRoute({
    path: '/api/overlay/add',
    verb: addOverlay,
    summary: 'Create an overlay',
    tag,
    body: NewOverlay,
    fieldName: (field) => ({ picture_address: 'picture', picture_text: 'picturetext' })[field] ?? field,
    example: {
      type: 'message',
      name: 'Spring sale',
      text: 'Everything at half price',
      button: 'Look',
      url: 'https://example.com/sale',
    },
    returns: Answer({ id: Type.Integer() }),
    handle: async ({ app, viewer, body }) => ({
      id: Number((await addOverlay(app, viewer, body.type, toOverlayInput(body))).id),
    }),
  }),
];
