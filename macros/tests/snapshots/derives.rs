#[automatically_derived]
impl ::mainstay::call::Message for Ship {
    type Reply = ();
    type Error = ::core::convert::Infallible;
    type Decision<P> = P;
    fn decided<P>(
        decision: Self::Decision<P>,
    ) -> ::core::result::Result<P, Self::Error> {
        ::core::result::Result::Ok(decision)
    }
}
#[automatically_derived]
impl ::mainstay::call::Message for Pay {
    type Reply = u64;
    type Error = PayError;
    type Decision<P> = ::core::result::Result<P, Self::Error>;
    fn decided<P>(
        decision: Self::Decision<P>,
    ) -> ::core::result::Result<P, Self::Error> {
        decision
    }
}
#[automatically_derived]
impl<P: Key> ::mainstay::call::Message for Find<P>
where
    P: ::core::marker::Send + 'static,
{
    type Reply = Option<P>;
    type Error = ::core::convert::Infallible;
    type Decision<P_> = P_;
    fn decided<P_>(
        decision: Self::Decision<P_>,
    ) -> ::core::result::Result<P_, Self::Error> {
        ::core::result::Result::Ok(decision)
    }
}
#[automatically_derived]
impl ::mainstay::entity::Event for Paid {
    const NAME: &'static ::core::primitive::str = "order.paid";
    const VERSION: ::core::primitive::u32 = 2;
}
#[automatically_derived]
impl ::mainstay::entity::Event for Sent {
    const NAME: &'static ::core::primitive::str = "order.sent";
    const VERSION: ::core::primitive::u32 = 4;
    const ALIASES: &'static [&'static ::core::primitive::str] = &["order.posted"];
    const TAGS: &'static [&'static ::core::primitive::str] = &["a", "b"];
    fn upcast(
        version: ::core::primitive::u32,
        payload: &::mainstay::entity::Payload<'_>,
    ) -> ::core::result::Result<Self, ::mainstay::entity::DecodeError> {
        ::core::result::Result::Ok(
            match version {
                ..=1 => {
                    <Self as ::core::convert::From<
                        SentV3,
                    >>::from(
                        <SentV3 as ::core::convert::From<
                            SentV1,
                        >>::from(payload.decode::<SentV1>()?),
                    )
                }
                ..=3 => {
                    <Self as ::core::convert::From<
                        SentV3,
                    >>::from(payload.decode::<SentV3>()?)
                }
                _ => payload.decode()?,
            },
        )
    }
}
