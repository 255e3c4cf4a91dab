import { operationTool } from './operation-tool.ts';
import { prompts } from './prompts.ts';
import type { McpResources, McpService } from './serve.ts';
import { bindTool, type FreeTool, freeTool, type McpTool, skillTool, type ToolCall } from './tool.ts';
import { getAgentSettings } from '../identity/agent-settings.ts';
import { skills } from '../skills/skills.ts';
import { missing, msg } from '../../kernel/problem.ts';
import type { App, Access, Viewer } from '../../platform/app.ts';
import { beyondScopes } from '../../platform/http/agent-scopes.ts';
import { type EndpointCall, type Endpoint, type Page, Redirect } from '../../platform/http/endpoint.ts';
import type { Family } from '../../platform/http/family.ts';
import { shapeCheck } from '../../platform/http/input/validation.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { getOwnBrand } from '../../platform/settings/branding.ts';

type Listed = readonly [operation: string, tool: Parameters<typeof operationTool>[2]];

const plazaTools: readonly Listed[] = [
  [
    'POST /apis/php/user/connect',
    {
      name: 'follow',
      title: 'Follow someone',
      description:
        'Follows, unfollows, befriends, mutes or blocks a person: `do` says which. Find the id by `profile`. Blocking and unfriending end what was there.',
      isDestructive: true,
    },
  ],
  ['GET /apis/php/user/profile', { name: 'profile', title: 'Read a profile' }],
  [
    'GET /apis/php/data/load',
    {
      name: 'feed',
      title: 'Read the feed',
      description:
        'Returns the newest posts of the people the member follows, 20 at a time. For the next page, send the id of the last post as `before`.',
      pick: ['before'],
      fixed: { get: 'newsfeed' },
    },
  ],
  [
    'GET /apis/php/data/load',
    {
      name: 'notifications',
      title: 'Read notifications',
      description: 'Returns the newest notifications, 20 at a time. `offset` is the page, from 0.',
      pick: ['offset'],
      fixed: { get: 'notifications' },
    },
  ],
  ['GET /apis/php/trending', { name: 'trending', title: 'See what is trending' }],
  ['GET /apis/php/chat/conversations', { name: 'conversations', title: 'List conversations' }],
  ['GET /apis/php/chat/messages', { name: 'read_messages', title: 'Read messages' }],
  ['GET /apis/php/chat/search', { name: 'search_messages', title: 'Search messages' }],
  [
    'POST /apis/php/chat/message',
    {
      name: 'send_message',
      title: 'Send a message',
      description:
        'Sends a private message to a conversation, or to people by their ids in `recipients`. A message cannot be taken back once it was read.',
      pick: ['conversation_id', 'recipients', 'message', 'reply_to_id'],
    },
  ],
  ['DELETE /apis/php/posts/post/{id}', { name: 'delete_post', title: 'Delete a post', isDestructive: true }],
];

const linkFields = 'url custom domain description tags campaign channel expiry password type'.split(' ');

const hopTools: readonly Listed[] = [
  ['POST /api/url/add', { name: 'shorten', title: 'Shorten a URL', pick: linkFields }],
  [
    'POST /api/urls/add',
    {
      name: 'shorten_many',
      title: 'Shorten several URLs',
      description:
        'Shortens up to 100 URLs in one call. Each of `links` has the fields of `shorten`; `atomic` adds all or none.',
    },
  ],
  [
    'GET /api/urls',
    {
      name: 'find_links',
      title: 'Find links',
      description:
        'Finds the member’s links by words (`q`), tag, campaign, domain or time, newest first. `page` is from 1.',
    },
  ],
  ['GET /api/url/{id}', { name: 'get_link', title: 'Read a link' }],
  [
    'PUT /api/url/{id}/update',
    { name: 'update_link', title: 'Change a link', pick: ['id', 'status', ...linkFields] },
  ],
  [
    'DELETE /api/url/{id}/delete',
    {
      name: 'delete_link',
      title: 'Delete a link',
      description: 'Deletes a link. Its short address stops working at once.',
      isDestructive: true,
    },
  ],
  ['GET /api/statistics', { name: 'statistics', title: 'Read statistics of all links' }],
  ['GET /api/url/{id}/statistics', { name: 'link_statistics', title: 'Read statistics of a link' }],
  ['GET /api/qr', { name: 'find_qr_codes', title: 'Find QR codes' }],
  ['POST /api/qr/add', { name: 'create_qr_code', title: 'Create a QR code' }],
  ['DELETE /api/qr/{id}/delete', { name: 'delete_qr_code', title: 'Delete a QR code', isDestructive: true }],
  ['GET /api/campaigns', { name: 'list_campaigns', title: 'List campaigns' }],
  ['POST /api/campaign/add', { name: 'create_campaign', title: 'Create a campaign' }],
  [
    'POST /api/campaign/:campaignid/assign/:linkid',
    { name: 'add_to_campaign', title: 'Add a link to a campaign' },
  ],
];

/** Finds the operations that a service offers as tools. Throws if one is not there. */
function toTools(family: Family, operations: readonly Endpoint[], listed: readonly Listed[]): McpTool[] {
  const known = new Map(operations.map((each) => [keyOf(`${each.method} ${each.path}`), each]));
  return listed.map(([name, tool]) => {
    const found = known.get(keyOf(name));
    if (!found) throw new Error(`There is no operation ${name} for the tool ${tool.name}`);
    return operationTool(family, found, tool);
  });
}

const keyOf = (operation: string) => operation.replaceAll(/\{(\w+)\}/g, ':$1');

/** What Plaza offers by the Model Context Protocol. */
export function plazaMcp(
  family: Family,
  operations: readonly Endpoint[],
  pages: readonly Page[],
  freeTools: readonly FreeTool[],
) {
  const shared = [...toTools(family, operations, plazaTools), ...freeTools.map(freeTool)];
  const read = markdownReader(pages);
  return async (app: App, viewer: Viewer, call: ToolCall): Promise<McpService> => {
    const { disabledSkills } = await getAgentSettings(app);
    const { name } = await getSiteSettings(app);
    const base = app.config.plazaUrl;
    const open = skills.filter(
      ({ id }) => !disabledSkills.includes(id) && (call.caller.agent?.skills?.includes(id) ?? true),
    );
    return {
      base,
      name,
      title: name,
      instructions: plazaInstructions(name, viewer.name),
      tools: [...open.map(skillTool), ...shared].map((tool) => bindTool(call, tool)),
      prompts,
      resources: { ...plazaResources(base), read: (uri) => read(call, uri) },
    };
  };
}

/** What Hop offers by the Model Context Protocol. */
export function hopMcp(family: Family, operations: readonly Endpoint[]) {
  const tools = toTools(family, operations, hopTools);
  return async (app: App, viewer: Viewer, call: ToolCall): Promise<McpService> => {
    const { name = 'Hop' } = await getOwnBrand(app);
    return {
      base: app.config.hopUrl,
      name,
      title: name,
      instructions:
        `These tools manage the short links of ${viewer.name} on ${name}. A short link works for everyone at once. ` +
        'Use find_links to find the id of a link before you change or delete it, and delete only what the person named.',
      tools: tools.map((tool) => bindTool(call, tool)),
      prompts: [],
      resources: undefined,
    };
  };
}

const plazaInstructions = (site: string, member: string) =>
  `These tools act as ${member} on ${site}. What they publish is visible to others at once, and is moderated and limited like ${member}'s own posts. ` +
  'A post is for friends unless privacy is "public"; questions and answers are public. ' +
  'Publish only what the person asked for, and use search and read to find the id of a post before acting on it. ' +
  'Results with "held": true wait for a moderator; do not send them again.';

function plazaResources(base: string): Omit<McpResources, 'read'> {
  const at = (path: string, name: string, title: string, description: string) => ({
    uri: `${base}${path}`,
    name,
    title,
    description,
  });
  const template = (path: string, name: string, title: string) => ({
    uriTemplate: `${base}${path}`,
    name,
    title,
    description: `${title} as Markdown, as the member can see it`,
  });
  return {
    listed: [
      at('/trending', 'trending', 'Trending', 'What people write about now'),
      at('/articles', 'articles', 'Articles', 'The newest articles'),
      at('/questions', 'questions', 'Questions', 'The newest questions'),
      at('/forums', 'forums', 'Forums', 'The forums with their newest threads'),
      at('/glossary', 'glossary', 'Glossary', 'The terms of the glossary'),
    ],
    templates: [
      template('/posts/{id}', 'post', 'A post with its comments'),
      template('/articles/{id}', 'article', 'An article'),
      template('/questions/{id}', 'question', 'A question with its answers'),
      template('/forums/threads/{id}', 'thread', 'A thread of a forum'),
      template('/glossary/{slug}', 'term', 'A term of the glossary'),
      template('/@{username}', 'profile', 'A profile with its newest posts'),
    ],
  };
}

/** Pages that resources are: those of the templates and lists above. */
const readable = /^\/(?:posts|articles|questions|forums|glossary|trending|@)/;

/** Reads a page as Markdown by its address, as a request of the same person would. */
function markdownReader(pages: readonly Page[]): (call: ToolCall, uri: string) => Promise<string> {
  const found = pages
    .filter(({ method, path }) => method === 'GET' && readable.test(path))
    .map((page) => ({
      page,
      pattern: new RegExp(
        `^${page.path.replaceAll('.', String.raw`\.`).replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`,
      ),
    }));
  return async ({ app, viewer, caller, client }, uri) => {
    const beyond = beyondScopes(caller.agent, 'read');
    if (beyond) throw beyond;
    const base = app.config.plazaUrl;
    let path = uri.startsWith(`${base}/`) ? uri.slice(base.length) : '';
    // A page that is called something else redirects, at most to its title.
    for (let hop = 0; hop < 3; hop += 1) {
      const plain = decoded(path.replace(/[?#].*$/s, ''));
      const match = found.flatMap(({ page, pattern }) => {
        const params = pattern.exec(plain)?.groups;
        return plain !== '' && (params || pattern.test(plain)) ? [{ page, params: { ...params } }] : [];
      })[0];
      if (!match) break;
      if (match.page.params) shapeCheck(match.page.params, 'query')(match.params);
      const call = {
        app,
        viewer,
        caller,
        client: { ...client, accept: 'text/markdown', setHeader: () => undefined },
        params: match.params,
        query: defaultsOf(match.page),
        body: undefined,
        files: [],
      } as unknown as EndpointCall<Access, never, never, never>;
      const answer = await match.page.handle(call);
      if (answer instanceof Redirect) {
        path = answer.to.startsWith(base) ? answer.to.slice(base.length) : answer.to;
        continue;
      }
      if ('type' in answer && answer.type.startsWith('text/markdown') && typeof answer.body === 'string')
        return answer.body;
      break;
    }
    throw missing(msg('Page'));
  };
}

/** The query of a page that is opened without one. */
function defaultsOf({ query }: Page): object {
  const given = {};
  if (query) shapeCheck(query, 'query')(given);
  return given;
}

function decoded(path: string): string {
  try {
    const plain = decodeURIComponent(path);
    return plain.includes('\0') ? '' : plain;
  } catch {
    return '';
  }
}
