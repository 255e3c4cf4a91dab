import { randomUUID } from 'node:crypto';
import { Problem } from '../../kernel/problem.ts';
import { days, hours } from '../../kernel/time.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { beyondScopes } from '../../platform/http/agent-scopes.ts';
import type { ActingAgent } from '../../platform/http/caller.ts';
import { getAgentSettings } from '../identity/agent-settings.ts';
import { metadataOf, toProtocolField, type SkillResult, parseInput, type Skill } from '../skill.ts';
import { skills } from '../skills/skills.ts';
import type { SentMessage } from './message.ts';
import { codes, invalidField, invalidParams, RpcError } from './rpc.ts';
import { findTask, toTask, type Task, type TaskState } from './task.ts';
import { t } from '../../web/translation/translate.ts';

/** How long a repeated message id returns the same task. */
const messageIdLifetime = hours(24);

/** Stored characters of a text that the skill does not read. */
const longestUnread = 1000;

/** The caller: an agent and the member it acts for. */
interface Actor {
  agent: ActingAgent;
  viewer: Viewer;
}

interface Done {
  state: TaskState;
  outcome: SkillResult;
}

/**
 * Runs a message's skill and returns the finished task. A refusal by the rules or the member's limits is a
 * rejected task with the reason. An invalid message is an error without a task. A message id runs at most
 * once.
 */
export async function runMessage(caller: App, actor: Actor, message: SentMessage): Promise<Task> {
  const beyond = beyondScopes(actor.agent, message.skill.isRead ? 'read' : 'write');
  if (beyond) throw beyond;
  await refuseContinuing(caller, actor, message);
  const { disabledSkills } = await getAgentSettings(caller);
  if (disabledSkills.includes(message.skill.id))
    throw invalidField('skillId', `The skill ${message.skill.id} is turned off on this site`);
  // The verb's rules hold as at its other doors, and share their budget. Counted outside of the transaction, which
  // may be rolled back.
  if (message.skill.verb) await caller.admit?.(message.skill.verb.rules);
  const app = { ...caller, admit: undefined };
  const work = await prepare(app, actor, message).catch((error: unknown) => asInvalidParams(error, message));
  // Read-only skills need no transaction.
  const read = message.skill.isRead ? await perform(app, actor, message, work) : undefined;
  return inTransaction(app, async (app) => {
    await lockAgent(app, actor);
    const begun = await begin(app, actor, message);
    if (!begun.isNew) return begun.task;
    return finish(app, begun.task, read ?? (await perform(app, actor, message, work)));
  });
}

/**
 * Locks the agent against a concurrent disconnect, and fails if it is already disconnected. With a daily
 * limit, the agent's posts are serialized.
 */
async function lockAgent(app: App, { agent }: Actor): Promise<void> {
  const connected = app.db
    .selectFrom('agents.registration')
    .select('id')
    .where('id', '=', agent.id)
    .where('revoked_at', 'is', null)
    .where('blocked_at', 'is', null);
  const locked = agent.dailyPosts === undefined ? connected.forShare() : connected.forNoKeyUpdate();
  if (!(await locked.executeTakeFirst()))
    throw new Problem('unauthenticated', 'The access token is not valid');
}

// Async, because a skill may throw synchronously.
const prepare = async (app: App, { viewer }: Actor, message: SentMessage) =>
  message.skill.prepare(app, viewer, parseInput(message.skill, message));

/** Rejects messages that continue a task, because tasks are always finished. */
async function refuseContinuing(app: App, { agent }: Actor, { taskId }: SentMessage): Promise<void> {
  if (taskId === undefined) return;
  if (await findTask(app, agent.id, taskId))
    throw new RpcError(codes.unsupportedOperation, 'This task is finished. Send a message without taskId');
  throw new RpcError(codes.taskNotFound, 'There is no such task');
}

function asInvalidParams(error: unknown, { fields }: SentMessage): never {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  const field = error.kind === 'missing' ? 'target' : (error.field ?? '');
  const errors = error.errors.length > 0 ? error.errors : [{ field, message: error.text }];
  const named = errors.map((each) => toProtocolField(each, fields));
  throw invalidParams(named, named.map(({ message }) => t(message)).join('; '));
}

/** Creates a task, or returns the existing one of this message id. */
async function begin(
  app: App,
  { agent, viewer }: Actor,
  { messageId, contextId, skill, fingerprint, text, metadata }: SentMessage,
): Promise<{ isNew: boolean; task: Task }> {
  const now = app.clock.now();
  if (messageId !== undefined)
    await app.db
      .updateTable('agents.task')
      .set({ message_id: null })
      .where('registration_id', '=', agent.id)
      .where('message_id', '=', messageId)
      .where('created_at', '<', new Date(now.getTime() - messageIdLifetime))
      .execute();
  const inserted = await app.db
    .insertInto('agents.task')
    .values({
      id: randomUUID(),
      registration_id: agent.id,
      account_id: viewer.id,
      context_id: contextId ?? randomUUID(),
      message_id: messageId ?? null,
      fingerprint,
      skill: skill.id,
      state: 'working',
      message: JSON.stringify({
        messageId: messageId ?? null,
        text: 'text' in skill.input.properties ? text : text.slice(0, longestUnread),
        metadata: knownMetadata(skill, metadata),
      }),
      created_at: now,
    })
    // Waits for a concurrent request with the same message id.
    .onConflict((conflict) =>
      conflict.columns(['registration_id', 'message_id']).where('message_id', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { isNew: true, task: toTask(inserted) };
  const before = await app.db
    .selectFrom('agents.task')
    .selectAll()
    .where('registration_id', '=', agent.id)
    .where('message_id', '=', messageId ?? null)
    .executeTakeFirstOrThrow();
  if (!before.fingerprint.equals(fingerprint))
    throw invalidField('message.messageId', 'This messageId was already used for another message');
  return { isNew: false, task: toTask(before) };
}

/** Stores only the metadata that the skill declares. */
const knownMetadata = (skill: Skill, metadata: SentMessage['metadata']) =>
  Object.fromEntries(
    metadataOf(skill).flatMap(({ name }) => (metadata[name] === undefined ? [] : [[name, metadata[name]]])),
  );

async function perform(
  app: App,
  actor: Actor,
  message: SentMessage,
  work: (app: App) => Promise<SkillResult>,
): Promise<Done> {
  const refusal = await refusalOf(app, actor, message);
  if (refusal !== undefined) return rejected(refusal);
  try {
    return { state: 'completed', outcome: await work(app) };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return rejected(t(error.text));
  }
}

const rejected = (text: string): Done => ({ state: 'rejected', outcome: { text, data: {} } });

/** Returns the reason if the member's limits forbid the skill, otherwise undefined. */
async function refusalOf(
  app: App,
  { agent, viewer }: Actor,
  { skill, metadata }: SentMessage,
): Promise<string | undefined> {
  if (agent.skills && !agent.skills.includes(skill.id))
    return `${viewer.name} does not allow this agent to use the skill ${skill.id}`;
  const isPublic = metadata.privacy === 'public' || skill.id === 'ask' || skill.id === 'answer';
  if (agent.audience === 'friends' && isPublic)
    return `${viewer.name} allows this agent to post to friends only`;
  if (agent.dailyPosts === undefined || !skill.publishes) return undefined;
  const { count } = await app.db
    .selectFrom('agents.task')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('registration_id', '=', agent.id)
    .where('state', '=', 'completed')
    .where(
      'skill',
      'in',
      skills.filter(({ publishes }) => publishes).map(({ id }) => id),
    )
    .where('created_at', '>', new Date(app.clock.now().getTime() - days(1)))
    .executeTakeFirstOrThrow();
  return Number(count) < agent.dailyPosts
    ? undefined
    : `This agent has reached the limit of ${agent.dailyPosts} posts a day set by ${viewer.name}`;
}

async function finish(app: App, task: Task, { state, outcome }: Done): Promise<Task> {
  await app.db
    .updateTable('agents.task')
    .set({ state, outcome: JSON.stringify(outcome) })
    .where('id', '=', task.id)
    .execute();
  return { ...task, state, outcome: { text: outcome.text, data: { ...outcome.data } } };
}
