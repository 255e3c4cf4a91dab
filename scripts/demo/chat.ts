import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minutes, seconds } from '../../src/kernel/time.ts';
import type { App, Viewer } from '../../src/platform/app.ts';
import { joinCall, leaveCall, startCall } from '../../src/social/chat/calls/calls.ts';
import { createGroup } from '../../src/social/chat/conversations/conversations.ts';
import { reactToMessage, sendMessage } from '../../src/social/chat/messages/messages.ts';
import { markConversationsSeen } from '../../src/social/chat/delivery/receipts.ts';
import { reactionKinds } from '../../src/social/tallies/reaction-kinds.ts';
import { at } from './at.ts';
import { viewerOf, type Cast } from './cast.ts';
import { createAttachment } from './enclose.ts';

/** Minutes between messages of two people, and between those of one. */
const [pause, breath] = [7, 1];

/**
 * Adds demo conversations. In texts/chats.txt, `= ada, faraday | -1600 | title` starts a conversation that
 * many minutes before now, with a title for a group. `+ faraday love` is a reaction to the message above it.
 * `[photo hills]`, `[voice 14]` and `[file name]` are attachments. `[call 12]` and `[missed]` are calls.
 * Everyone has read all messages except the last.
 */
export async function chat(app: App, cast: Cast): Promise<void> {
  const text = readFileSync(join(import.meta.dirname, 'texts/chats.txt'), 'utf8');
  for (const part of text.split(/^= /m).slice(1)) {
    const [head = '', ...lines] = part.trim().split('\n');
    const [names = '', start = '', title] = head.split('|').map((each) => each.trim());
    const [first = '', ...others] = names.split(', ').map((name) => viewerOf(cast, name));
    if (first === '') throw new Error(`The conversation “${head}” has no members`);
    let now = app.clock.now().getTime() + minutes(Number(start));
    const recipients = others.map(({ id }) => id);
    let conversationId =
      title === undefined
        ? undefined
        : await createGroup(at(app, now), first, { title, memberIds: recipients });
    let last = '';
    let lastWriter = '';
    for (const line of lines) {
      const [speaker = ''] = line.split(':', 1);
      now += minutes(speaker === lastWriter ? breath : pause);
      lastWriter = speaker;
      const then = at(app, now);
      const [, name = '', kind = ''] = /^\+ (\w+) (\w+)$/.exec(line) ?? [];
      const reaction = reactionKinds.find((each) => each === kind);
      if (reaction) {
        await reactToMessage(then, viewerOf(cast, name), last, reaction);
        continue;
      }
      const [writer = ''] = line.split(':', 1);
      const author = viewerOf(cast, writer);
      if (conversationId !== undefined) await markConversationsSeen(then, author, [{ conversationId }]);
      const said = line.slice(writer.length + 1).trim();
      const [enclosed = '', what = '', of = ''] = /^\[(\w+) ?([^\]]*)\] ?/.exec(said) ?? [];
      if (conversationId !== undefined && (what === 'call' || what === 'missed')) {
        const [other] = [first, ...others].filter((each) => each !== author);
        if (other)
          now = await call(app, now, { conversationId, from: author, to: other, length: Number(of) });
        continue;
      }
      const to = conversationId === undefined ? { recipients } : { conversationId };
      const sent = await sendMessage(then, author, {
        ...to,
        text: said.slice(enclosed.length),
        files: what === '' ? [] : [await createAttachment(then, author, what, of)],
      });
      conversationId = sent.conversationId;
      last = sent.id;
    }
  }
}

interface DemoCall {
  conversationId: string;
  from: Viewer;
  to: Viewer;
  /** In minutes. 0 for a missed call. */
  length: number;
}

/** Returns the time at which the call ends. */
async function call(
  app: App,
  begin: number,
  { conversationId, from, to, length }: DemoCall,
): Promise<number> {
  const { id } = await startCall(at(app, begin), from, {
    conversationId,
    isVideo: length > 0,
    device: `demo-${from.username}`,
  });
  const answered = begin + seconds(9);
  const end = answered + minutes(length);
  if (length > 0) await joinCall(at(app, answered), to, { callId: id, device: `demo-${to.username}` });
  await leaveCall(at(app, end), from, id);
  return end;
}
