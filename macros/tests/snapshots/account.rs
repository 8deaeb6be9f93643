#[derive(Default)]
pub struct Account {
    balance: u64,
}
#[automatically_derived]
impl ::mainstay::actor::Declared for Account {
    const MAILBOX: ::core::option::Option<::mainstay::mailbox::Capacity> = ::core::option::Option::Some(
        ::mainstay::mailbox::Capacity::bounded(64),
    );
}
const _: () = ::mainstay::__private::has_handlers::<Account>();
#[automatically_derived]
impl ::mainstay::call::Message for Close {
    type Reply = ();
    type Error = ::core::convert::Infallible;
    type Decision<P> = P;
    fn decided<P>(
        decision: Self::Decision<P>,
    ) -> ::core::result::Result<P, Self::Error> {
        ::core::result::Result::Ok(decision)
    }
}
impl Account {
    /// Adds `amount`; returns the new balance.
    pub fn deposit(&mut self, amount: u64) -> u64 {
        self.balance += amount;
        self.balance
    }
    pub async fn withdraw(
        &mut self,
        amount: u64,
        cx: &mut Context<Self>,
    ) -> Result<u64, Overdrawn> {
        self.take(amount, cx).await
    }
    /// Closes the account.
    pub fn close(&mut self, _: Close, cx: &mut Context<Self>) {
        cx.stop();
    }
    async fn take(
        &mut self,
        amount: u64,
        _: &mut Context<Self>,
    ) -> Result<u64, Overdrawn> {
        self.balance.checked_sub(amount).ok_or(Overdrawn)
    }
}
/// Handle to a running `Account`.
pub struct AccountRef(::mainstay::actor::ActorRef<Account>);
const _: () = {
    #[automatically_derived]
    impl AccountRef {
        /// Adds `amount`; returns the new balance.
        pub fn deposit(
            &self,
            amount: u64,
        ) -> ::mainstay::call::Call<
            '_,
            Account,
            impl ::mainstay::call::Request<
                Account,
                Reply = u64,
                Error = ::core::convert::Infallible,
            >,
        > {
            self.0.call(Deposit { amount })
        }
        /// Calls `Account::withdraw`.
        pub fn withdraw(
            &self,
            amount: u64,
        ) -> ::mainstay::call::Call<
            '_,
            Account,
            impl ::mainstay::call::Request<Account, Reply = u64, Error = Overdrawn>,
        > {
            self.0.call(Withdraw { amount })
        }
        /// Closes the account.
        pub fn close(
            &self,
            message: Close,
        ) -> ::mainstay::call::Call<'_, Account, ::mainstay::call::Typed<Close>> {
            ::mainstay::__private::typed(&self.0, message)
        }
    }
    #[automatically_derived]
    impl ::mainstay::actor::Handle<Account> for AccountRef
    where
        for<'a> Close: ::mainstay::__private::MessageOf<'a>,
    {
        fn from_ref(actor: ::mainstay::actor::ActorRef<Account>) -> Self {
            Self(actor)
        }
        fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Account> {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for AccountRef
    where
        for<'a> Close: ::mainstay::__private::MessageOf<'a>,
    {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for AccountRef {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("AccountRef").field(&self.0).finish()
        }
    }
    struct Deposit {
        amount: u64,
    }
    #[automatically_derived]
    impl ::mainstay::call::Request<Account> for Deposit {
        type Reply = u64;
        type Error = ::core::convert::Infallible;
        fn into_message(
            self,
            port: ::mainstay::call::Port<u64, ::core::convert::Infallible>,
        ) -> Inbox {
            Inbox::Deposit(self, port)
        }
    }
    struct Withdraw {
        amount: u64,
    }
    #[automatically_derived]
    impl ::mainstay::call::Request<Account> for Withdraw {
        type Reply = u64;
        type Error = Overdrawn;
        fn into_message(self, port: ::mainstay::call::Port<u64, Overdrawn>) -> Inbox {
            Inbox::Withdraw(self, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Close> for Account
    where
        for<'a> Close: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: Close,
            port: ::mainstay::call::Port<
                <Close as ::mainstay::call::Message>::Reply,
                <Close as ::mainstay::call::Message>::Error,
            >,
        ) -> Inbox {
            Inbox::Close(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum Inbox {
        Deposit(Deposit, ::mainstay::call::Port<u64, ::core::convert::Infallible>),
        Withdraw(Withdraw, ::mainstay::call::Port<u64, Overdrawn>),
        Close(
            Close,
            ::mainstay::call::Port<
                <Close as ::mainstay::call::Message>::Reply,
                <Close as ::mainstay::call::Message>::Error,
            >,
        ),
    }
    #[allow(private_interfaces)]
    pub enum Later {
        Withdraw(Withdraw, ::mainstay::call::ReplyTo<u64, Overdrawn>),
    }
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Account {}
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Account {
        type Handle = AccountRef;
        type Message = Inbox;
        type Id = ();
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match *message {
                Inbox::Deposit(..) => "deposit",
                Inbox::Withdraw(..) => "withdraw",
                Inbox::Close(..) => "close",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::actor::Dispatch for Account
    where
        for<'a> Close: ::mainstay::__private::MessageOf<'a>,
    {
        type Later = Later;
        type State = ();
        fn initial(&mut self, _: &mut ::mainstay::actor::Context<Self>) {}
        fn dispatch(
            &mut self,
            _: &mut (),
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::core::option::Option<Later> {
            match message {
                Inbox::Deposit(Deposit { amount }, port) => {
                    port.answer(|| ::core::result::Result::Ok(
                        <Account>::deposit(self, amount),
                    ));
                    ::core::option::Option::None
                }
                Inbox::Withdraw(message, port) => {
                    ::core::option::Option::Some(Later::Withdraw(message, port.open()))
                }
                Inbox::Close(message, port) => {
                    port.answer(|| <Close as ::mainstay::call::Message>::decided(
                        <Account>::close(self, message, cx),
                    ));
                    ::core::option::Option::None
                }
            }
        }
        async fn dispatch_later(
            &mut self,
            _: &mut (),
            message: Later,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) {
            match message {
                Later::Withdraw(Withdraw { amount }, port) => {
                    port.send(
                        ::mainstay::__private::sendable::<
                            _,
                        >(<Account>::withdraw(self, amount, cx))
                            .await,
                    )
                }
            }
        }
        ::mainstay::__deliveries!(Inbox, Close);
    }
};
