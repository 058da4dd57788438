// Preloaded into an app (--import): SIGUSR2 creates a rejected promise without a handler.
process.on('SIGUSR2', () => void Promise.reject(new Error('not handled')));
