// SPDX-License-Identifier: GPL-3.0-or-later
// The way to the server: requests with the token of the address, and its stream of events.

const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function answer<T>(response: Response): Promise<T> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError(response.status, `${response.status} ${response.statusText}`);
  }
  if (response.ok) return body as T;
  const said = (body as { error?: unknown }).error;
  throw new ApiError(response.status, typeof said === "string" ? said : `${response.status}`);
}

const headers = (): Record<string, string> => ({ "X-Tenuki-Token": token });

export async function get<T>(path: string, query: Record<string, string | number> = {}): Promise<T> {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) words.set(name, String(value));
  const tail = words.toString();
  return answer<T>(await fetch(`/api/${path}${tail ? "?" + tail : ""}`, { headers: headers() }));
}

export async function post<T>(path: string, body: object): Promise<T> {
  return answer<T>(
    await fetch(`/api/${path}`, {
      method: "POST",
      headers: { ...headers(), "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

export type Listener = (name: string, data: unknown) => void;

/** Splits a stream into events; what is not whole yet waits for the next piece. */
export class EventReader {
  private rest = "";

  constructor(private readonly listener: Listener) {}

  push(text: string): void {
    this.rest += text;
    for (;;) {
      const end = this.rest.indexOf("\n\n");
      if (end < 0) return;
      this.dispatch(this.rest.slice(0, end));
      this.rest = this.rest.slice(end + 2);
    }
  }

  private dispatch(block: string): void {
    let name = "message";
    let data = "";
    for (const line of block.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      else if (line.startsWith("data:")) data += line.slice(5);
    }
    if (data) this.listener(name, JSON.parse(data));
  }
}

/** Reads events until the stream ends; resolves at its end, rejects when it breaks. */
export async function readEvents(session: string, listener: Listener, signal: AbortSignal): Promise<void> {
  const response = await fetch(`/api/events?session=${encodeURIComponent(session)}`, {
    headers: headers(),
    signal,
  });
  if (!response.ok || !response.body) return void (await answer(response));
  const events = new EventReader(listener);
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    events.push(decoder.decode(value, { stream: true }));
  }
}
