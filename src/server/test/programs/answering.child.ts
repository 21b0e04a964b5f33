/** A converter that answers at once: which process it was is all that its PDF says. */
process.send?.({ ready: true });
process.on('message', () => process.send?.({ pdf: Buffer.from(`%PDF-1.7 ${process.pid}`) }));
