/** Whether an email domain offers disposable addresses. */
export async function isDisposable(domain: string): Promise<boolean> {
  const { isDisposableEmailDomain } = await import('disposable-email-domains-js');
  return isDisposableEmailDomain(domain);
}
