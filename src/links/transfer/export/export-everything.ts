import { Readable } from 'node:stream';
import type { App } from '../../../platform/app.ts';
import type { Download } from '../../../platform/http/endpoint.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { listCampaigns } from '../../campaigns/reading.ts';
import { listChannels } from '../../channels/reading.ts';
import { listDomains } from '../../domains/domain.ts';
import { listPixels } from '../../pixels/pixels.ts';
import { listTags } from '../../tags/tags.ts';
import { exportColumns, fileName, toCells } from './export-links.ts';
import { walkLinks, type FullLink } from './walk-links.ts';

const perPage = 200;
type Listed<T> = (page: { page: number; perPage: number }) => Promise<readonly T[]>;

/**
 * Exports everything that the viewer has created as one JSON document, streamed from the database. It can be
 * imported again.
 */
export function exportEverything(app: App, viewer: Viewer): Download {
  return {
    type: 'application/json; charset=utf-8',
    body: Readable.from(document(app, viewer)),
    headers: { 'content-disposition': `attachment; filename="${fileName(app, 'json')}"` },
  };
}

async function* document(app: App, viewer: Viewer): AsyncGenerator<string> {
  yield `{"format":"hop","version":1,"exported_at":${JSON.stringify(app.clock.now())}`;
  yield* list(
    'domains',
    paged(async (page) => (await listDomains(app, viewer, page)).rows),
    (domain) => ({
      host: domain.host,
      scheme: domain.scheme,
      root_redirect: domain.rootRedirect,
      missing_redirect: domain.missingRedirect,
      verified_at: domain.verifiedAt,
    }),
  );
  yield* list(
    'channels',
    paged(async (page) => (await listChannels(app, viewer, page)).rows),
    (channel) => ({
      name: channel.name,
      description: channel.description,
      color: channel.color,
      starred: channel.isStarred,
    }),
  );
  yield* list(
    'campaigns',
    paged(async (page) => (await listCampaigns(app, viewer, page)).rows),
    (campaign) => ({
      name: campaign.name,
      slug: campaign.slug,
      public: campaign.isPublic,
    }),
  );
  yield* list(
    'tags',
    paged(async (page) => (await listTags(app, viewer, page)).rows),
    ({ name, color }) => ({ name, color }),
  );
  yield* list(
    'pixels',
    paged(async (page) => (await listPixels(app, viewer, page)).rows),
    (pixel) => ({
      type: pixel.provider,
      name: pixel.name,
      tag: pixel.tag,
    }),
  );
  yield* list('links', walkLinks(app, viewer), (link) => toRecord(app.config, link));
  yield '}\n';
}

/** Returns the CSV columns, but with arrays for lists and objects for rules. */
function toRecord(config: App['config'], link: FullLink) {
  const cells = toCells(config, link);
  return {
    ...Object.fromEntries(exportColumns.map((column) => [column, cells[column]])),
    tags: link.tags,
    channels: link.channels,
    pixels: link.pixels,
    rules: link.rules,
  };
}

async function* paged<T>(listPage: Listed<T>): AsyncGenerator<T> {
  for (let page = 1; ; page++) {
    const things = await listPage({ page, perPage });
    yield* things;
    if (things.length < perPage) return;
  }
}

async function* list<T>(
  key: string,
  things: AsyncIterable<T>,
  toJson: (thing: T) => unknown,
): AsyncGenerator<string> {
  let separator = `,\n${JSON.stringify(key)}:[`;
  let any = false;
  for await (const thing of things) {
    yield `${any ? ',' : separator}\n${JSON.stringify(toJson(thing))}`;
    any = true;
  }
  if (!any) yield separator;
  separator = ']';
  yield separator;
}
