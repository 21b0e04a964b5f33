/** A converter that dies on its first document, as one out of memory does. */
process.send?.({ ready: true });
process.on('message', () => process.kill(process.pid, 'SIGKILL'));
