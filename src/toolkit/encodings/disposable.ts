/** Whether an email host gives out addresses that last minutes. */
export async function isDisposable(domain: string): Promise<boolean> {
  const { isDisposableEmailDomain } = await import('disposable-email-domains-js');
  return isDisposableEmailDomain(domain);
}
