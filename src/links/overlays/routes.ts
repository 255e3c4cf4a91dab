import { Type } from 'typebox';
import { Answer } from '../../platform/http/families/links.ts';
import { addRoute, listRoute, readRoute } from '../owned/api.ts';
import { singleRecord, SingleRecord } from '../single-record.ts';
import { addOverlay } from './add-overlay.ts';
import { listOverlays } from './list-overlays.ts';
import { getOwned } from '../owned/owned.ts';
import { ownedOverlays } from './queries.ts';
import { NewOverlay, overlayFields, OverlayRecord, toOverlayInput, toOverlayRecord } from './wire.ts';

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
    list: listOverlays,
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
