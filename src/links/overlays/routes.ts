import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, Listing, listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { singleRecord, SingleRecord } from '../single-record.ts';
import { addOverlay } from './add-overlay.ts';
import { listOverlays } from './list-overlays.ts';
import { readOverlay } from './queries.ts';
import { NewOverlay, overlayFields, OverlayRecord, toOverlayInput, toOverlayRecord } from './wire.ts';

const tag = 'Overlays';
const Id = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const overlayRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/overlay',
    summary: 'List your overlays',
    description: 'The newest first. `overlay-` and the id of one is the `type` of a link that shows it.',
    tag,
    access: 'member',
    query: Type.Object(Paging),
    returns: Listing('cta', OverlayRecord),
    handle: async ({ app, viewer, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { overlays, total } = await listOverlays(app, viewer, { page, perPage });
      return listing('cta', overlays.map(toOverlayRecord), { page, perPage, total });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/overlay/:id',
    summary: 'Read an overlay',
    tag,
    access: 'member',
    params: Id,
    returns: SingleRecord(overlayFields),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toOverlayRecord(await readOverlay(app, viewer, String(params.id)))),
  }),
  endpoint({
    method: 'POST',
    path: '/api/overlay/add',
    summary: 'Add an overlay',
    tag,
    access: 'member',
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
