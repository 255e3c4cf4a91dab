import { visit } from '@hotwired/turbo';
import { showError, unreachable } from '../behaviors/toasts.ts';
import { fetchDocument, problemIn } from './fetch-part.ts';

interface MessageEditor {
  /** Shows the form of a message. */
  start: (id: string) => Promise<void>;
  /** Saves the message. Returns false if the page itself is the form of a message. */
  save: () => boolean;
  /** Returns false if no message is edited in this way. */
  cancel: () => boolean;
}

/** Edits messages in the place of the composer, which returns with its text. The conversation does not move. */
export function editMessages(
  element: HTMLElement,
  conversation: () => string,
  { onStart, onSaved }: { onStart: () => void; onSaved: (id: string) => void },
): MessageEditor {
  let composer: HTMLFormElement | undefined;
  let editedId = '';
  const shown = () => element.querySelector<HTMLFormElement>('.chat-composer');
  const focus = (form: HTMLFormElement) => {
    const field = form.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  };
  const mark = (isEdited: boolean) =>
    document.getElementById(`message-${editedId}`)?.classList.toggle('editing', isEdited);
  const end = () => {
    mark(false);
    if (!composer) return;
    shown()?.replaceWith(composer);
    focus(composer);
    composer = undefined;
  };
  const send = async (form: HTMLFormElement) => {
    const answer = await fetch(form.action, {
      method: 'POST',
      body: new FormData(form),
      redirect: 'manual',
    }).catch(() => undefined);
    if (!form.isConnected) return;
    if (!answer) showError(unreachable());
    else if (answer.type !== 'opaqueredirect') showError(problemIn(await answer.text()));
    else {
      onSaved(editedId);
      end();
    }
  };
  return {
    async start(id) {
      const address = `/messages/${conversation()}?edit=${id}`;
      const form = (await fetchDocument(address))?.querySelector<HTMLFormElement>(
        '.chat-composer[action$="/edit"]',
      );
      const present = shown();
      if (!form || !present) {
        visit(address);
        return;
      }
      onStart();
      mark(false);
      composer ??= present;
      present.replaceWith(form);
      editedId = id;
      mark(true);
      focus(form);
    },
    save() {
      const form = shown();
      if (!composer || !form) return false;
      void send(form);
      return true;
    },
    cancel() {
      if (!composer) return false;
      end();
      return true;
    },
  };
}
