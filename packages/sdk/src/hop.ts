import { bearer, Client, type CallOptions, type ClientOptions, type Query, type Token } from './client.ts';
import { listClicks, type StreamOptions, watchClicks } from './clicks.ts';
import type * as Api from './hop.gen.ts';
import { List, type Page } from './pages.ts';

export { ApiError, ConnectionError, TimeoutError } from './errors.ts';
export { List, type Page } from './pages.ts';
export { verifyWebhook } from './webhooks.ts';
export type { CallOptions } from './client.ts';
export type { LiveClick } from './clicks.ts';
export type { Campaign, Channel, Code, Domain, Link, Pixel, Tag, Webhook } from './hop.gen.ts';

/** What webhooks of Hop are sent, by `type`: `verifyWebhook<HopEvent>(…)`. */
export type HopEvent = Api.Webhooks['body'];

export interface HopOptions extends ClientOptions {
  /** An API key of the account, or an access token of OAuth. A function is asked for each call, and can refresh it. */
  key: Token | undefined;
}

/** The body of an answer without what the API family adds to every answer. */
type Plain<Answer> = Answer extends unknown ? Omit<Answer, 'error'> : never;
type Id = number | string;

/** A link to create or change. `alias` is the API's `custom`. */
export type NewLink = Omit<Api.LinkBody, 'custom'> & { alias?: string };

type ClickFilter = Omit<NonNullable<Api.GetClicksData['query']>, 'format'>;

type Filter<Data extends { query?: unknown }> = Omit<NonNullable<Data['query']>, 'page'>;

const toBody = ({ alias, ...link }: NewLink) => ({
  ...link,
  ...(alias !== undefined && { custom: alias }),
});

/** Client of Hop's API: `new Hop({ baseUrl: 'https://hop.example.org', key })`. */
export class Hop {
  readonly #client: Client;

  constructor({ key, ...options }: HopOptions) {
    if (!key) throw new TypeError('`key` is missing: an API key of the account, or an access token');
    this.#client = new Client(options, {
      authenticate: () => bearer(key),
      refusal: (body) => {
        const { message = 'The service gave no reason' } = (body ?? {}) as { message?: string };
        // The API family has no place for the field but the message.
        const [, field, reason] = /^([\w.]+): (.+)$/s.exec(message) ?? [];
        return { message: reason ?? message, field };
      },
    });
  }

  /** Calls an operation that has no method here yet. */
  call<Result>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    call?: CallOptions & { query?: Query; body?: unknown },
  ): Promise<Result> {
    return this.#client.call<Result>(method, path, call);
  }

  readonly links = {
    create: (link: NewLink, options?: CallOptions) =>
      this.#post<Api.PostUrlAddResponse>('/api/url/add', toBody(link), options),
    /** Creates up to 100 links at once. Those that are refused say why, unless `atomic` refuses all. */
    createMany: (
      links: readonly NewLink[],
      { atomic, ...options }: CallOptions & { atomic?: boolean } = {},
    ) => this.#post<Api.PostUrlsAddResponse>('/api/urls/add', { links: links.map(toBody), atomic }, options),
    get: async (id: Id, options?: CallOptions) => {
      const { details, data } = await this.call<Api.GetUrlByIdResponse>('GET', `/api/url/${id}`, options);
      return { ...details, statistics: data };
    },
    /** Changes what is given. The API asks for the destination each time. */
    update: (id: Id, change: NewLink, options?: CallOptions) =>
      this.#put<Api.PutUrlByIdUpdateResponse>(`/api/url/${id}/update`, toBody(change), options),
    delete: (id: Id, options?: CallOptions) => this.#delete(`/api/url/${id}/delete`, options),
    /** Creates the link with this `external_id`, or changes it. */
    upsert: (link: NewLink & { external_id: string }, options?: CallOptions) =>
      this.#put<Api.PutUrlUpsertResponse>('/api/url/upsert', toBody(link), options),
    /** Changes up to 25 links at once, each by its `id` or `external_id`, with a result each. */
    updateMany: (
      links: readonly (Partial<NewLink> & { id?: Id })[],
      { atomic, ...options }: CallOptions & { atomic?: boolean } = {},
    ) =>
      this.#put<Api.PutUrlsUpdateResponse>(
        '/api/urls/update',
        { links: links.map((link) => toBody(link as NewLink)), atomic },
        options,
      ),
    /** Deletes up to 500 links at once, with a result each. */
    deleteMany: (
      links: readonly (Id | { external_id: string })[],
      { atomic, ...options }: CallOptions & { atomic?: boolean } = {},
    ) =>
      this.#post<Api.PostUrlsDeleteResponse>(
        '/api/urls/delete',
        { links: links.map((link) => (typeof link === 'object' ? link : { id: link })), atomic },
        options,
      ),
    duplicate: (id: Id, options?: CallOptions) =>
      this.#post<Api.PostUrlByIdDuplicateResponse>(`/api/url/${id}/duplicate`, {}, options),
    list: (filter: Omit<Filter<Api.GetUrlsData>, 'short'> = {}, options?: CallOptions) =>
      this.#list<Api.Link>('/api/urls', 'urls', filter, options),
    /** Clicks over time, filtered: `hop.links.stats(id, { from: '2026-01-01', country: 'DE' })`. */
    stats: async (
      id: Id,
      filter: NonNullable<Api.GetUrlByIdStatisticsData['query']> = {},
      options?: CallOptions,
    ) => {
      const path = `/api/url/${id}/statistics`;
      const { data, ...period } = await this.#get<Api.GetUrlByIdStatisticsResponse>(path, filter, options);
      return { ...period, ...data };
    },
  };

  /** Statistics of all links of the account. */
  async stats(filter: NonNullable<Api.GetStatisticsData['query']> = {}, options?: CallOptions) {
    const { data, ...period } = await this.#get<Api.GetStatisticsResponse>(
      '/api/statistics',
      filter,
      options,
    );
    return { ...period, ...data };
  }

  readonly clicks = {
    /** Single clicks in the order of time, for a warehouse. Continue later from the id of the last one. */
    list: (filter: ClickFilter = {}, options?: CallOptions) =>
      listClicks(
        (after) => this.#get<Api.GetClicksResponse>('/api/clicks', { ...filter, after }, options),
        filter.after,
      ),
    /**
     * Clicks as they happen, from after the given number; without one, from the latest 50. It connects again where it
     * was cut off, until `signal` ends it: `for await (const click of hop.clicks.stream())`.
     */
    stream: (given: StreamOptions = {}) => watchClicks(this.#client, given),
  };

  readonly qr = {
    create: (code: Api.PostQrAddData['body'], options?: CallOptions) =>
      this.#post<Api.PostQrAddResponse>('/api/qr/add', code, options),
    get: (id: Id, options?: CallOptions) => this.#get<Api.GetQrByIdResponse>(`/api/qr/${id}`, {}, options),
    update: (id: Id, change: Api.PutQrByIdUpdateData['body'], options?: CallOptions) =>
      this.#put<Api.PutQrByIdUpdateResponse>(`/api/qr/${id}/update`, change, options),
    delete: (id: Id, options?: CallOptions) => this.#delete(`/api/qr/${id}/delete`, options),
    list: (filter: Filter<Api.GetQrData> = {}, options?: CallOptions) =>
      this.#list<Api.Code>('/api/qr', 'qrs', filter, options),
  };

  readonly campaigns = this.#owned<Api.Campaign, Api.NewCampaign, Api.CampaignChange>(
    'campaign',
    'campaigns',
  );
  readonly channels = this.#owned<Api.Channel, Api.NewChannel, Api.ChannelChange>('channel', 'channels');
  readonly domains = {
    ...this.#owned<Api.Domain, Api.DomainBody, Api.DomainBody>('domain', 'domains'),
    /** The DNS records to set, and whether they are there. */
    dns: (id: Id, options?: CallOptions) =>
      this.#get<Api.GetDomainByIdDnsResponse>(`/api/domain/${id}/dns`, {}, options),
    /** The records that a host name would need, before it is added. */
    dnsOf: (domain: string, options?: CallOptions) =>
      this.#get<Api.GetDomainsDnsResponse>('/api/domains/dns', { domain }, options),
    /** Looks now whether the records are there. */
    check: (id: Id, options?: CallOptions) =>
      this.#post<Api.PostDomainByIdCheckResponse>(`/api/domain/${id}/check`, {}, options),
  };
  readonly splash = this.#owned<Api.Splash, Api.NewSplash, Api.SplashChange>('splash', 'splash');
  readonly overlays = this.#owned<Api.Overlay, Api.NewOverlay, Api.OverlayChange>(
    'overlay',
    'overlay',
    'cta',
  );
  readonly pixels = this.#owned<Api.Pixel, Api.PixelBody, Api.PixelBody>('pixel', 'pixels');
  readonly utmTemplates = this.#owned<Api.UtmTemplate, Api.UtmTemplateBody, Api.UtmTemplateBody>(
    'utmtemplate',
    'utmtemplates',
  );

  readonly tags = this.#owned<Api.Tag, Api.PostTagAddData['body'], Api.PutTagByIdUpdateData['body']>(
    'tag',
    'tags',
  );

  /** Imports of files. `POST /api/import/add` takes the file itself. */
  readonly imports = {
    list: (options?: CallOptions) => this.#get<Api.GetImportsResponse>('/api/imports', {}, options),
    /** Reads the links of an account at another service, or at another installation. */
    fetch: (given: Api.PostImportFetchData['body'], options?: CallOptions) =>
      this.#post<Api.PostImportFetchResponse>('/api/import/fetch', given, options),
    get: (id: Id, options?: CallOptions) =>
      this.#get<Api.GetImportByIdResponse>(`/api/import/${id}`, {}, options),
    update: (
      id: Id,
      change: Partial<Api.ImportChange> & Pick<Api.ImportChange, 'format'>,
      options?: CallOptions,
    ) => this.#put<Api.PutImportByIdUpdateResponse>(`/api/import/${id}/update`, change, options),
    start: (id: Id, options?: CallOptions) =>
      this.#post<Api.PostImportByIdStartResponse>(`/api/import/${id}/start`, {}, options),
    /** The rejected rows with the reason of each, as CSV. */
    rejected: (id: Id, options?: CallOptions) =>
      this.call<string>('GET', `/api/import/${id}/rejected`, options),
    delete: (id: Id, options?: CallOptions) => this.#delete(`/api/import/${id}/delete`, options),
  };

  readonly webhooks = {
    /** The secret is returned once. */
    create: (webhook: Api.NewWebhook, options?: CallOptions) =>
      this.#post<Api.PostWebhookAddResponse>('/api/webhook/add', webhook, options),
    update: (id: Id, change: Api.WebhookChange, options?: CallOptions) =>
      this.#put<Api.PutWebhookByIdUpdateResponse>(`/api/webhook/${id}/update`, change, options),
    delete: (id: Id, options?: CallOptions) => this.#delete(`/api/webhook/${id}/delete`, options),
    list: (options?: CallOptions) => this.#list<Api.Webhook>('/api/webhooks', 'webhooks', {}, options),
    ping: (id: Id, options?: CallOptions) =>
      this.#post<Api.PostWebhookByIdPingResponse>(`/api/webhook/${id}/ping`, {}, options),
    /** A new secret. Messages are signed with the former one too for a day. */
    rotate: (id: Id, options?: CallOptions) =>
      this.#post<Api.PostWebhookByIdRotateResponse>(`/api/webhook/${id}/rotate`, {}, options),
    deliveries: (id: Id, options?: CallOptions) =>
      this.#list<Api.Delivery>(`/api/webhook/${id}/deliveries`, 'deliveries', {}, options),
    /** Sends a message again, under the same id. */
    replay: (id: Id, delivery: Id, options?: CallOptions) =>
      this.#post<Api.PostWebhookByIdReplayByDeliveryidResponse>(
        `/api/webhook/${id}/replay/${delivery}`,
        {},
        options,
      ),
  };

  /** Conversions of a click: `hop.track.lead({ clickId, eventName: 'Sign up' })`. */
  readonly track = {
    lead: (lead: Api.PostTrackLeadData['body'], options?: CallOptions) =>
      this.#post<Api.PostTrackLeadResponse>('/api/track/lead', lead, options),
    sale: (sale: Api.PostTrackSaleData['body'], options?: CallOptions) =>
      this.#post<Api.PostTrackSaleResponse>('/api/track/sale', sale, options),
  };

  account(options?: CallOptions) {
    return this.#get<Api.GetAccountResponse>('/api/account', {}, options);
  }

  /** What can be added, changed, listed and deleted under one noun. */
  #owned<Item, New, Change>(noun: string, nouns: string, key = nouns) {
    return {
      create: (given: New, options?: CallOptions) =>
        this.#post<{ id: number }>(`/api/${noun}/add`, given, options),
      get: (id: Id, options?: CallOptions) => this.#get<Item>(`/api/${noun}/${id}`, {}, options),
      update: (id: Id, change: Change, options?: CallOptions) =>
        this.#put<object>(`/api/${noun}/${id}/update`, change, options),
      delete: (id: Id, options?: CallOptions) => this.#delete(`/api/${noun}/${id}/delete`, options),
      list: (filter: { limit?: number; q?: string } = {}, options?: CallOptions) =>
        this.#list<Item>(`/api/${nouns}`, key, filter, options),
    };
  }

  async #get<Answer>(path: string, query: Query, options?: CallOptions): Promise<Plain<Answer>> {
    return plain(await this.call<Answer>('GET', path, { ...options, query }));
  }

  async #post<Answer>(path: string, body: unknown, options?: CallOptions): Promise<Plain<Answer>> {
    return plain(await this.call<Answer>('POST', path, { ...options, body }));
  }

  async #put<Answer>(path: string, body: unknown, options?: CallOptions): Promise<Plain<Answer>> {
    return plain(await this.call<Answer>('PUT', path, { ...options, body }));
  }

  async #delete(path: string, options?: CallOptions): Promise<void> {
    await this.call('DELETE', path, options);
  }

  #list<Item>(path: string, name: string, filter: Query, options?: CallOptions): List<Item> {
    const read = async (page: number): Promise<Page<Item>> => {
      const { data } = await this.call<{ data: { nextpage: number } & Record<string, unknown> }>(
        'GET',
        path,
        {
          ...options,
          query: { ...filter, page },
        },
      );
      const { nextpage } = data;
      return {
        items: (data[name] ?? []) as Item[],
        next: nextpage > page ? () => read(nextpage) : undefined,
      };
    };
    return new List(() => read(1));
  }
}

function plain<Answer>(answer: Answer): Plain<Answer> {
  const { ...others } = answer as { error?: unknown };
  delete others.error;
  return others as Plain<Answer>;
}
