/** A message that the server has not answered yet. Files of messages are not kept. */
interface UnsentMessage {
  client: string;
  text: string;
  replyTo: string;
}

/** Starts with what is deleted on sign-out. */
const keyOf = (conversation: string): string => {
  const { account = '' } = JSON.parse(document.body.dataset.live ?? '{}') as { account?: string };
  return `unsent:${account}:chat:${conversation}`;
};

/** The messages of a conversation that could not be sent, in the order in which they were written. */
export function listUnsent(conversation: string): UnsentMessage[] {
  return JSON.parse(localStorage.getItem(keyOf(conversation)) ?? '[]') as UnsentMessage[];
}

export const keepUnsent = (conversation: string, message: UnsentMessage): void =>
  store(conversation, [...others(conversation, message.client), message]);

export const forgetUnsentMessage = (conversation: string, client: string): void =>
  store(conversation, others(conversation, client));

const others = (conversation: string, client: string) =>
  listUnsent(conversation).filter((each) => each.client !== client);

function store(conversation: string, messages: readonly UnsentMessage[]): void {
  try {
    if (messages.length === 0) localStorage.removeItem(keyOf(conversation));
    else localStorage.setItem(keyOf(conversation), JSON.stringify(messages));
  } catch {
    // Storage is full or forbidden. The message is only lost with the page.
  }
}
