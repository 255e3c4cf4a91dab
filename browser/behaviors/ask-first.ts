/**
 * Confirms the submission of forms that Turbo does not handle (`data-turbo="false"`). Turbo confirms the
 * others.
 */
export function confirmForms(
  ask: (question: string, form: HTMLFormElement, submitter: HTMLElement | null) => Promise<boolean>,
) {
  // Without scripts, these make the server ask.
  document.addEventListener('formdata', ({ formData }) => {
    for (const name of ['question', 'label', 'kind']) formData.delete(`confirm_${name}`);
  });
  const agreed = new WeakSet<HTMLFormElement>();
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || form.dataset.turbo !== 'false') return;
    const question = form.dataset.turboConfirm;
    if (question === undefined || agreed.delete(form)) return;
    event.preventDefault();
    void ask(question, form, submitter).then((isAgreed) => {
      if (!isAgreed) return;
      agreed.add(form);
      form.requestSubmit(submitter);
    });
  });
}
