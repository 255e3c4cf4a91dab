import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minutes } from '../../src/kernel/time.ts';
import type { App } from '../../src/platform/app.ts';
import { createGroup } from '../../src/social/chat/conversations/create-group.ts';
import { reactToMessage } from '../../src/social/chat/messages/react-to-message.ts';
import { sendMessage } from '../../src/social/chat/messages/send-message.ts';
import { markSeen } from '../../src/social/chat/receipts/mark-seen.ts';
import { reactionKinds } from '../../src/social/tallies/reaction-kinds.ts';
import { at } from './at.ts';
import { viewerOf, type Cast } from './cast.ts';

/** Minutes between two messages. */
const pause = 7;

/**
 * Lets people write to each other. In texts/chats.txt `= ada, faraday | -1600 | title` begins a conversation so many minutes
 * before now, with a title for a group; `+ faraday love` is a reaction to the message above it. Everybody has read all but
 * the last message.
 */
export async function chat(app: App, cast: Cast): Promise<void> {
  const text = readFileSync(join(import.meta.dirname, 'texts/chats.txt'), 'utf8');
  for (const part of text.split(/^= /m).slice(1)) {
    const [head = '', ...lines] = part.trim().split('\n');
    const [names = '', start = '', title] = head.split('|').map((each) => each.trim());
    const [first = '', ...others] = names.split(', ').map((name) => viewerOf(cast, name));
    if (first === '') throw new Error(`Nobody is in ${head}`);
    let now = app.clock.now().getTime() + minutes(Number(start));
    const recipients = others.map(({ id }) => id);
    let conversationId =
      title === undefined
        ? undefined
        : await createGroup(at(app, now), first, { title, memberIds: recipients });
    let last = '';
    for (const line of lines) {
      now += minutes(pause);
      const [, name = '', kind = ''] = /^\+ (\w+) (\w+)$/.exec(line) ?? [];
      const reaction = reactionKinds.find((each) => each === kind);
      if (reaction) {
        await reactToMessage(at(app, now), viewerOf(cast, name), last, reaction);
        continue;
      }
      const [writer = ''] = line.split(':', 1);
      const author = viewerOf(cast, writer);
      if (conversationId !== undefined) await markSeen(at(app, now), author, [{ conversationId }]);
      const to = conversationId === undefined ? { recipients } : { conversationId };
      const sent = await sendMessage(at(app, now), author, {
        ...to,
        text: line.slice(writer.length + 1).trim(),
      });
      conversationId = sent.conversationId;
      last = sent.id;
    }
  }
}
