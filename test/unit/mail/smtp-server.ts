import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type SmtpServer = { url: string; mails: string[]; close(): Promise<void> };

/** A real socket with just enough SMTP (RFC 5321) to accept a mail, to refuse one, or to stay silent. */
export async function startSmtpServer(manner: 'takes' | 'refuses' | 'is silent'): Promise<SmtpServer> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (manner === 'is silent') return;
    let data: string | undefined;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      const parts = (rest + chunk).split('\r\n');
      rest = parts.pop()!;
      for (const line of parts) {
        if (data !== undefined) {
          if (line !== '.') data += `${line}\n`;
          else {
            mails.push(data);
            data = undefined;
            socket.write('250 taken\r\n');
          }
        } else if (line.startsWith('RCPT') && manner === 'refuses') {
          socket.write(`550 5.1.1 ${line.slice(8)}: no such user here\r\n`);
        } else if (line === 'DATA') {
          data = '';
          socket.write('354 go on\r\n');
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
