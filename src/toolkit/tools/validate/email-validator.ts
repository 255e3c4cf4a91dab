import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Email validator',
  summary: 'Validate the format of an email address, and detect disposable domains',
  keywords: 'email-validation address',
  input: { email: input.line('Email', 'ada.lovelace@example.com', { max: 320 }) },
  output: {
    isValid: output.flag('Valid'),
    local: output.text('Before the @'),
    domain: output.text('Domain'),
    isDisposable: output.flag('Disposable'),
    isRole: output.flag('Role address'),
    normalized: output.text('Normalized'),
  },
  sample: {
    isValid: true,
    local: 'ada.lovelace',
    domain: 'example.com',
    isDisposable: false,
    isRole: false,
    normalized: 'ada.lovelace@example.com',
  },
  run: async ({ email }) => {
    const { default: validator } = await import('validator');
    const address = email.trim().toWellFormed();
    const isValid = validator.isEmail(address, { allow_utf8_local_part: true });
    const at = address.lastIndexOf('@');
    const [local, domain] = isValid ? [address.slice(0, at), address.slice(at + 1).toLowerCase()] : ['', ''];
    const isRole =
      /^(?:admin|info|support|sales|contact|webmaster|postmaster|hostmaster|abuse|noreply|no-reply|help|office|billing)$/i.test(
        local,
      );
    const normalized = isValid ? validator.normalizeEmail(address) || '' : '';
    return {
      isValid,
      local,
      domain,
      isDisposable: isValid && (await isDisposable(domain)),
      isRole,
      normalized,
    };
  },
});

/** Whether an email domain offers disposable addresses. */
export async function isDisposable(domain: string): Promise<boolean> {
  const { isDisposableEmailDomain } = await import('disposable-email-domains-js');
  return isDisposableEmailDomain(domain);
}
