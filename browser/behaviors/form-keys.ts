/**
 * Gives a form that was saved and stays in the page another key, so that it can be submitted again on purpose. One that
 * failed keeps its key, so that repeating it is harmless.
 */
export function renewFormKeys(): void {
  document.addEventListener('turbo:submit-end', (event) => {
    const { success } = (event as CustomEvent<{ success?: boolean }>).detail;
    const key = (event.target as HTMLFormElement).elements.namedItem('form_key');
    if (success && key instanceof HTMLInputElement) key.value += '+';
  });
}
