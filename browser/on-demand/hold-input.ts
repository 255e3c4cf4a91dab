/** Keys that chat handles, besides Enter in the field. */
const chatKeys = /^(Arrow(Up|Down)|Home|End|Escape)$/;
const held: (() => void)[] = [];

/**
 * Holds clicks and keys while their controller is loading: buttons with `data-action`, the forms of chat, and
 * its keys. Returns a function that replays them in order when the controller is ready.
 */
export function bufferInput(isComing: (name: string, element: Element) => boolean): () => void {
  const hold = (event: Event, again: () => void): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(again);
  };
  const on = (name: string, listener: (event: Event, target: HTMLElement) => void) =>
    document.addEventListener(
      name,
      (event) => event.target instanceof HTMLElement && listener(event, event.target),
      true,
    );
  on('click', (event, target) => {
    const found = target.closest<HTMLElement>(':is(button, a)[data-action]');
    const [, name] = /^(?:click->)?([a-z-]+)#/.exec(found?.dataset.action ?? '') ?? [];
    if (found && name && isComing(name, found)) hold(event, () => found.click());
  });
  on('submit', (event, target) => {
    const { submitter } = event as SubmitEvent;
    if (target.matches('[data-chat-target=form], [data-act]') && isComing('chat', target))
      hold(event, () => (target as HTMLFormElement).requestSubmit(submitter));
  });
  on('keydown', (event, target) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent;
    const chat = target.closest('[data-controller~=presence]');
    if (!chat || ctrlKey || metaKey || altKey || isComposing) return;
    const open = chat.querySelector('[data-controller~=chat]');
    if (!isComing('presence', chat) && !(open && isComing('chat', open))) return;
    // Keys after a held key are held as well, to preserve the order.
    if (
      held.length > 0 ? key.length === 1 || /^(Enter|Backspace)$/.test(key) || chatKeys.test(key) : begins()
    )
      hold(event, () => press(key, shiftKey));

    function begins(): boolean {
      if (!isField(target)) return chatKeys.test(key);
      const isSent = key === 'Enter' && !shiftKey && !matchMedia('(pointer: coarse)').matches;
      if (isSent) return target.matches('[data-chat-target=text]');
      // In a field with text, arrow keys move the caret.
      return chatKeys.test(key) && (target.value === '' || key === 'Escape');
    }
  });
  return () => {
    for (const again of held.splice(0)) again();
  };
}

const isField = (target: Element): target is HTMLInputElement | HTMLTextAreaElement =>
  target.matches('textarea, input');

/**
 * Dispatches a key to the focused element for chat only, because other listeners have handled it. Unhandled
 * keys have their default effect.
 */
function press(key: string, shiftKey: boolean): void {
  const target = document.activeElement;
  const chat = target?.closest('[data-controller~=presence]');
  if (!target || !chat) return;
  const stop = (event: Event) => event.stopPropagation();
  chat.addEventListener('keydown', stop);
  const isUnanswered = target.dispatchEvent(
    new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
  );
  chat.removeEventListener('keydown', stop);
  if (!isUnanswered) return;
  if (!isField(target)) {
    if (key === 'Enter' && target instanceof HTMLElement) target.click();
  } else if (key === 'Enter' && target.matches('input')) target.form?.requestSubmit();
  else type(target, key);
}

function type(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  const to = field.selectionEnd ?? 0;
  const from = field.selectionStart ?? to;
  if (key === 'Backspace') field.setRangeText('', from === to ? Math.max(0, from - 1) : from, to, 'end');
  else if (key.length === 1 || key === 'Enter')
    field.setRangeText(key === 'Enter' ? '\n' : key, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
