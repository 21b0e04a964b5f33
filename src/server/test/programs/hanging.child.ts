/** A converter that starts, takes a document, and never answers. */
process.send?.({ ready: true });
process.on('message', () => undefined);
setInterval(() => undefined, 1_000);
