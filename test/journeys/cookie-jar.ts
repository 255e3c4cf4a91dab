/** A headless browser: stores cookies, submits forms, and follows no redirects. */
export class CookieJar {
  private readonly base: string;
  private readonly cookies = new Map<string, string>();

  constructor(base: string) {
    this.base = base;
  }

  store(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  get(path: string): Promise<Response> {
    return this.ask(path, { headers: { accept: 'text/html' } });
  }

  /** Server-sent events as they arrive. */
  stream(path: string, headers: Record<string, string>): Promise<Response> {
    return this.ask(path, { headers: { accept: 'text/event-stream', ...headers } });
  }

  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { origin: this.base },
  ): Promise<Response> {
    return this.ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
  }

  private async ask(
    path: string,
    request: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
  ): Promise<Response> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(path, this.base), {
      ...request,
      redirect: 'manual',
      headers: { ...request.headers, cookie },
    });
    this.store(answer.headers);
    return answer;
  }
}
