/** Path of the site's webhook for the payment provider, below `/api`. */
export const PAYMENT_WEBHOOK_PATH = '/payments/webhook'
