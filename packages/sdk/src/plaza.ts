import { bearer, Client, type CallOptions, type ClientOptions, type Query, type Token } from './client.ts';
import type * as Api from './plaza.gen.ts';
import { List, type Page } from './pages.ts';

export { ApiError, ConnectionError, TimeoutError } from './errors.ts';
export { List, type Page } from './pages.ts';
export { verifyWebhook } from './webhooks.ts';
export type { CallOptions } from './client.ts';
export type { Post, Webhook } from './plaza.gen.ts';

/** What webhooks of Plaza are sent, by `type`: `verifyWebhook<PlazaEvent>(…)`. */
export type PlazaEvent = Api.Webhooks['body'];

export interface PlazaOptions extends ClientOptions {
  /** The key of an app. */
  key?: string | undefined;
  /** Its secret. Only on servers: whoever has it can act as the app. */
  secret?: string | undefined;
  /** The session of a person who has signed in with `plaza.auth.signIn`. */
  session?: string | undefined;
  /** An access token of OAuth, of an app or an agent. A function is asked for each call, and can refresh it. */
  accessToken?: Token | undefined;
}

/** The `data` of an answer in the envelope of the API family. */
type Data<Answer> = Answer extends { data: infer D } ? D : undefined;
type Body<Operation extends { body?: unknown }> = NonNullable<Operation['body']>;
type Filter<Operation extends { query?: unknown }> = Omit<NonNullable<Operation['query']>, 'after'>;
type Envelope = { data: unknown; has_more?: boolean; next_cursor?: string | null };

const api = '/apis/php';

/** Client of Plaza's API: `new Plaza({ baseUrl: 'https://plaza.example.org', key, secret })`. */
export class Plaza {
  readonly #client: Client;
  readonly #paying: Client;
  #session: string | undefined;

  constructor({ key, secret, session, accessToken, ...options }: PlazaOptions) {
    this.#session = session;
    const refusal = (body: unknown) => {
      const { message, field, code, error, error_description } = (body ?? {}) as Record<
        string,
        string | undefined
      >;
      return {
        message: message ?? error_description ?? 'The service gave no reason',
        field,
        code: code ?? error,
      };
    };
    this.#client = new Client(options, {
      authenticate: async () => ({
        ...(key !== undefined && { 'x-api-key': key }),
        ...(secret !== undefined && (await signed(secret))),
        ...(this.#session !== undefined && { 'x-auth-token': this.#session }),
        ...(accessToken !== undefined && (await bearer(accessToken))),
      }),
      refusal,
    });
    // What is sold per call needs no account. Retrying is up to the fetch that pays.
    this.#paying = new Client({ ...options, retries: 0 }, { authenticate: () => ({}), refusal });
  }

  /** Calls an operation that has no method here yet. */
  call<Result>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    call?: CallOptions & { query?: Query; body?: unknown },
  ): Promise<Result> {
    return this.#client.call<Result>(method, path, call);
  }

  readonly auth = {
    /** Signs a person in. Later calls act for them, unless a second factor is asked for. */
    signIn: async (given: Body<Api.PostAuthSigninData>, options?: CallOptions) => {
      const data = await this.#post<Api.PostAuthSigninResponse>('/auth/signin', given, options);
      if (data && typeof data === 'object' && 'token' in data) this.#session = data.token;
      return data;
    },
    signUp: async (given: Body<Api.PostAuthSignupData>, options?: CallOptions) => {
      const data = await this.#post<Api.PostAuthSignupResponse>('/auth/signup', given, options);
      if (data && typeof data === 'object' && 'token' in data) this.#session = data.token;
      return data;
    },
    signOut: async (options?: CallOptions) => {
      await this.#post('/auth/signout', {}, options);
      this.#session = undefined;
    },
  };

  readonly posts = {
    create: (post: Body<Api.PostPostsPostData>, options?: CallOptions) =>
      this.#post<Api.PostPostsPostResponse>('/posts/post', post, options),
    get: (id: string, options?: CallOptions) =>
      this.#get<Api.GetPostsPostByIdResponse>(`/posts/post/${id}`, {}, options),
    update: (id: string, change: Body<Api.PutPostsPostByIdData>, options?: CallOptions) =>
      this.#put<Api.PutPostsPostByIdResponse>(`/posts/post/${id}`, change, options),
    delete: (id: string, options?: CallOptions) => this.#delete(`/posts/post/${id}`, options),
    react: (reaction: Body<Api.PostPostsReactData>, options?: CallOptions) =>
      this.#post<Api.PostPostsReactResponse>('/posts/react', reaction, options),
    share: (share: Body<Api.PostPostsShareData>, options?: CallOptions) =>
      this.#post<Api.PostPostsShareResponse>('/posts/share', share, options),
    vote: (vote: Body<Api.PostPostsVoteData>, options?: CallOptions) =>
      this.#post<Api.PostPostsVoteResponse>('/posts/vote', vote, options),
    /** The home feed of the person, newest first. */
    feed: (options?: CallOptions) => this.#pages<Api.Post>('/data/load', { get: 'newsfeed' }, options),
    /** Public posts of everybody. */
    discover: (options?: CallOptions) => this.#pages<Api.Post>('/data/load', { get: 'discover' }, options),
    of: (username: string, options?: CallOptions) =>
      this.#pages<Api.Post>('/data/load', { get: 'posts_profile', username }, options),
    trending: (options?: CallOptions) => this.#get<Api.GetTrendingResponse>('/trending', {}, options),
  };

  readonly comments = {
    create: (comment: Body<Api.PostPostsCommentData>, options?: CallOptions) =>
      this.#post<Api.PostPostsCommentResponse>('/posts/comment', comment, options),
    delete: (id: string, options?: CallOptions) => this.#delete(`/posts/comment/${id}`, options),
    list: (filter: Filter<Api.GetPostsCommentsData>, options?: CallOptions) =>
      this.#cursor<Data<Api.GetPostsCommentsResponse>[number]>('/posts/comments', filter, options),
  };

  readonly questions = {
    ask: (question: Body<Api.PostQuestionsQuestionData>, options?: CallOptions) =>
      this.#post<Api.PostQuestionsQuestionResponse>('/questions/question', question, options),
    answer: (answer: Body<Api.PostQuestionsAnswerData>, options?: CallOptions) =>
      this.#post<Api.PostQuestionsAnswerResponse>('/questions/answer', answer, options),
    get: (id: string, options?: CallOptions) =>
      this.#get<Api.GetQuestionsQuestionByIdResponse>(`/questions/question/${id}`, {}, options),
  };

  readonly articles = {
    create: (article: Body<Api.PostArticlesArticleData>, options?: CallOptions) =>
      this.#post<Api.PostArticlesArticleResponse>('/articles/article', article, options),
    get: (id: string, options?: CallOptions) =>
      this.#get<Api.GetArticlesArticleByIdResponse>(`/articles/article/${id}`, {}, options),
  };

  readonly chat = {
    send: (message: Body<Api.PostChatMessageData>, options?: CallOptions) =>
      this.#post<Api.PostChatMessageResponse>('/chat/message', message, options),
    conversations: (options?: CallOptions) =>
      this.#get<Api.GetChatConversationsResponse>('/chat/conversations', {}, options),
    messages: (filter: NonNullable<Api.GetChatMessagesData['query']>, options?: CallOptions) =>
      this.#get<Api.GetChatMessagesResponse>('/chat/messages', filter, options),
  };

  readonly people = {
    profile: (filter: NonNullable<Api.GetUserProfileData['query']> = {}, options?: CallOptions) =>
      this.#get<Api.GetUserProfileResponse>('/user/profile', filter, options),
    /** Follows, befriends, blocks and so on. */
    connect: (connection: Body<Api.PostUserConnectData>, options?: CallOptions) =>
      this.#post<Api.PostUserConnectResponse>('/user/connect', connection, options),
  };

  readonly webhooks = {
    /** The secret is only returned here. */
    create: (
      webhook: Partial<Api.NewWebhook> & Pick<Api.NewWebhook, 'url' | 'events'>,
      options?: CallOptions,
    ) => this.#post<Api.PostWebhooksResponse>('/webhooks', webhook, options),
    update: (id: string, change: Omit<Api.WebhookChange, 'id'>, options?: CallOptions) =>
      this.#post<Api.PostWebhooksUpdateResponse>('/webhooks/update', { ...change, id }, options),
    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await this.#post('/webhooks/delete', { id }, options);
    },
    list: (options?: CallOptions) => this.#get<Api.GetWebhooksResponse>('/webhooks', {}, options),
    ping: (id: string, options?: CallOptions) =>
      this.#post<Api.PostWebhooksPingResponse>('/webhooks/ping', { id }, options),
    /** Messages are signed with both secrets for a day. */
    rotate: (id: string, options?: CallOptions) =>
      this.#post<Api.PostWebhooksRotateResponse>('/webhooks/rotate', { id }, options),
    deliveries: (id: string, options?: CallOptions) =>
      this.#cursor<Data<Api.GetWebhooksDeliveriesResponse>[number]>('/webhooks/deliveries', { id }, options),
    replay: (id: string, deliveryId: string, options?: CallOptions) =>
      this.#post<Api.PostWebhooksReplayResponse>(
        '/webhooks/replay',
        { id, delivery_id: deliveryId },
        options,
      ),
  };

  search(query: NonNullable<Api.GetSearchData['query']>, options?: CallOptions) {
    return this.#get<Api.GetSearchResponse>('/search', query, options);
  }

  notifications(options?: CallOptions) {
    return this.#pages<Record<string, unknown>>('/data/load', { get: 'notifications' }, options);
  }

  /** Tools and content that are sold per call. Give `fetch` that pays by x402; nothing else is needed. */
  readonly tools = {
    run: <Result = Record<string, unknown>>(name: string, input: object = {}, options?: CallOptions) =>
      this.#paying.call<Result>('POST', `/api/toolkit/${encodeURIComponent(name)}`, {
        ...options,
        body: input,
      }),
    audit: <Result = Record<string, unknown>>(url: string, options?: CallOptions) =>
      this.#paying.call<Result>('GET', '/api/audit', { ...options, query: { url } }),
  };

  async #get<Answer>(path: string, query: Query, options?: CallOptions): Promise<Data<Answer>> {
    return (await this.call<Envelope>('GET', api + path, { ...options, query })).data as Data<Answer>;
  }

  async #post<Answer>(path: string, body: unknown, options?: CallOptions): Promise<Data<Answer>> {
    return (await this.call<Envelope>('POST', api + path, { ...options, body })).data as Data<Answer>;
  }

  async #put<Answer>(path: string, body: unknown, options?: CallOptions): Promise<Data<Answer>> {
    return (await this.call<Envelope>('PUT', api + path, { ...options, body })).data as Data<Answer>;
  }

  async #delete(path: string, options?: CallOptions): Promise<void> {
    await this.call('DELETE', api + path, options);
  }

  /** A list that is read by the number of the page. */
  #pages<Item>(path: string, query: Query, options?: CallOptions): List<Item> {
    const read = async (offset: number): Promise<Page<Item>> => {
      const { data, has_more } = await this.call<Envelope>('GET', api + path, {
        ...options,
        query: { ...query, offset },
      });
      return { items: data as Item[], next: has_more ? () => read(offset + 1) : undefined };
    };
    return new List(() => read(0));
  }

  /** A list that is read by the cursor of the page before. */
  #cursor<Item>(path: string, query: Query, options?: CallOptions): List<Item> {
    const read = async (after: string | undefined): Promise<Page<Item>> => {
      const { data, next_cursor } = await this.call<Envelope>('GET', api + path, {
        ...options,
        query: { ...query, after },
      });
      return { items: data as Item[], next: next_cursor ? () => read(next_cursor) : undefined };
    };
    return new List(() => read(undefined));
  }
}

/** The signature of an app's call: HMAC-SHA256 of the time in seconds, in hex. */
async function signed(secret: string): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    text.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(timestamp)));
  const signature = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { 'x-timestamp': timestamp, 'x-signature': signature };
}
