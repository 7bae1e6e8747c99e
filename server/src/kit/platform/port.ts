import { once } from 'node:events';
import { createServer } from 'node:net';

export class PortTakenError extends Error {
  constructor(host: string, port: number) {
    super(
      `Порт ${port} на ${host} уже зайнятий. Зупиніть програму, яка його тримає, або вкажіть інший PORT.\n` +
        `Port ${port} on ${host} is taken. Stop the program that holds it or set another PORT.`,
    );
    this.name = 'PortTakenError';
  }
}

/**
 * Whether the product can listen there, asked before what takes long: the migration, the demo.
 * @throws PortTakenError
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const trial = createServer().listen(port, host);
  try {
    await once(trial, 'listening');
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortTakenError(host, port) : error;
  }
  trial.close();
  await once(trial, 'close');
}
